import { IntlMessageFormat } from "intl-messageformat";
import { pick } from "@/db/statement";
import type { AuditEntry } from "@/lib/domain/operator/audit-store";
import type { HoldRecord } from "@/lib/domain/operator/holds-store";
import { resendProblem } from "@/lib/domain/operator/messages";
import type { MessageRecord } from "@/lib/domain/operator/messages-store";
import type { MoneyFound } from "@/lib/domain/operator/payouts";
import type { Review, ReviewFlag } from "@/lib/domain/operator/reviews";
import type { StepRecord } from "@/lib/domain/operator/steps-store";
import type { PaymentRecord } from "@/lib/domain/operator/types";
import messages from "@/messages/en.json";

// What people read of a record: `show` prints it, `--json` has the rest.

/** A payment, alone. */
export const wholePayment = (each: PaymentRecord) => ({
  ...each,
  state: stateOf(each),
  payerId: each.payerId ?? "a guest",
});

/** A payment, for a list. */
export const payment = (each: PaymentRecord) => ({
  ...pick(each, "id", "createdAt", "amount", "serviceFee", "currency", "paysFor"),
  state: stateOf(each),
  ...pick(each, "requestId", "providerId"),
});

/** `refund due` is what the state alone does not say. */
export function stateOf({ state, refundReason }: { state: string; refundReason: string | null }): string {
  if (refundReason === null) return state;
  return state === "refunded" ? `refunded (${refundReason})` : `${state}, refund due (${refundReason})`;
}

export const hold = (each: HoldRecord) => ({
  ...pick(each, "id", "cause"),
  waitsFor: each.liftedAt ? null : each.waitsFor,
  ...pick(each, "subject", "subjectId", "held", "placedAt"),
  placedBy: each.placedBy ?? "a rule",
  ...pick(each, "endsAt", "liftedAt", "liftedBy", "decision"),
});

/** A donation, with where its money is. */
export const donation = (each: MoneyFound["donations"][number]) => ({
  ...pick(each, "id", "settledAt", "amount", "returnedAmount", "paidBy", "state", "releaseAt", "because"),
  donor: each.donorId === null ? "a guest" : `${each.donorId}${each.anonymous ? " (anonymous)" : ""}`,
  transferId: each.transferId,
});

/** A transfer, a return or a payout. */
export const step = (each: StepRecord) => ({
  ...pick(each, "kind", "id", "personId", "amount", "state", "createdAt", "tries", "checkAt"),
  ...pick(each, "providerId", "problem"),
});

/** A message, without the person's address. */
export const message = (each: MessageRecord) => ({
  ...each,
  personId: each.personId ?? "the operator",
  sentAgain: each.state === "failed" ? (resendProblem(each) ?? "it can be") : null,
});

/** A message that failed, for a list. */
export const failure = (each: MessageRecord) =>
  pick(message(each), "id", "finishedAt", "kind", "channel", "personId", "attempts", "reason", "sentAgain");

export const auditEntry = ({ before, after, ...each }: AuditEntry) => ({
  ...pick(each, "at", "operator", "action", "subject", "subjectId"),
  change: Object.entries(after ?? {})
    .filter(([name, value]) => before?.[name] !== value)
    .map(([name, value]) => `${name}: ${before && name in before ? `${before[name]} → ` : ""}${value}`)
    .join(", "),
  reason: each.reason,
});

/** A request in review, with what the rules saw in the words of the office. */
export const review = ({ flags, ...each }: Review) => ({
  ...each,
  flags: flags.map((flag) => ({
    ...pick(flag, "rule", "points", "createdAt", "clearedAt"),
    saw: sentenceOf(flag),
  })),
});

const sentenceOf = ({ rule, evidence }: ReviewFlag) =>
  String(new IntlMessageFormat(messages.reviewRules[rule], "en").format(evidence));
