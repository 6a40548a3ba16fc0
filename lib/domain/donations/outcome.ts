import type { Db } from "@/db/client";
import { approvalBy } from "@/lib/domain/payments/rules";
import { settle, settleById } from "@/lib/domain/payments/settle";
import type { PaymentContext, Settlement } from "@/lib/domain/payments/types";
import { isRequesterNamed } from "@/lib/domain/users/public-name";
import type { Viewer } from "@/lib/domain/users/types";
import { orIfUnavailable } from "@/lib/providers/gateway";
import { donationPayable } from "./payable";
import { totalOf } from "./rules";
import { donationRecords, findByReturnSecret, findDonationSubject } from "./store";
import type { Donation, PaymentOutcome } from "./types";

type CardReturn = { paymentId: string; clientSecret: string };

const UNAVAILABLE = "unavailable";

/** The id comes from the address bar: query only what can be a payment's id. */
const PAYMENT_ID = /^[\w-]{1,255}$/;

/**
 * Settles a donation by card and returns its outcome, for the page that the donor returns to (D28, D35). A caller
 * without the payment's secret learns nothing, changes nothing, and causes no call to the provider. `mayCallProvider`
 * applies a rate limit. Cents.
 */
export async function paymentOutcome(
  context: PaymentContext,
  { paymentId, clientSecret }: CardReturn,
  mayCallProvider: () => Promise<boolean> = async () => true,
): Promise<PaymentOutcome> {
  const found = PAYMENT_ID.test(paymentId)
    ? await findByReturnSecret(context, paymentId, clientSecret)
    : null;
  if (!found || found.secret === "other") return { state: "unknown" };
  if (!(await mayCallProvider())) return { state: UNAVAILABLE };
  if (found.secret === "unknown") {
    const isPossible = clientSecret.startsWith(`${paymentId}_secret_`);
    const payment = isPossible
      ? await orIfUnavailable(context.card.findPayment(paymentId), UNAVAILABLE)
      : null;
    if (payment === UNAVAILABLE) return { state: UNAVAILABLE };
    if (payment?.clientSecret !== clientSecret) return { state: "unknown" };
  }
  return outcomeOf(context.db, settleById(context, donationPayable, found.id));
}

/**
 * Settles a donation by wallet and returns its outcome, for the page that the donor returns to (D28, D35). A caller who
 * is not the donor learns and changes nothing. `cameBack`: the address says that the donor approved. Cents.
 */
export async function walletDonationOutcome(
  context: PaymentContext,
  viewer: Pick<Viewer, "id">,
  donationId: string,
  cameBack = false,
): Promise<PaymentOutcome> {
  const { db, wallet } = context;
  const donation = await donationRecords.find(db, donationId);
  if (donation?.donorId !== viewer.id || donation.paymentMethod !== wallet.provider) {
    return { state: "unknown" };
  }
  const approvedAt = approvalBy(donation, cameBack);
  return outcomeOf(db, settle(context, donationPayable, donation, { approvedAt }));
}

const SHOWN = {
  credited: "succeeded",
  processing: "processing",
  open: "failed",
  failed: "failed",
  refund_due: "refunded",
  refunded: "refunded",
} as const satisfies Record<Exclude<Settlement<Donation>["state"], "unknown">, PaymentOutcome["state"]>;

async function outcomeOf(db: Db, settling: Promise<Settlement<Donation> | null>): Promise<PaymentOutcome> {
  const settlement = await orIfUnavailable(settling, UNAVAILABLE);
  if (settlement === UNAVAILABLE) return { state: UNAVAILABLE };
  if (!settlement || settlement.state === "unknown") return { state: "unknown" };
  const { row, state, approvalUrl, isAtBank } = settlement;
  const subject = await findDonationSubject(db, row.id);
  if (!subject) return { state: "unknown" };
  return {
    state: state === "open" && isAtBank ? "at_bank" : SHOWN[state],
    donationId: row.id,
    isTakenBack: row.refundReason === "taken_back",
    approvalUrl,
    breakdown: { donationAmount: row.amount, serviceFee: row.serviceFee, totalAmount: totalOf(row) },
    requestId: row.requestId,
    item: subject.isShown ? subject.item : null,
    recipientName: subject.isErased ? null : subject.recipientName,
    recipientUsername: subject.isErased ? null : subject.recipientUsername,
    recipientAnonymous: !subject.isErased && subject.recipientAnonymous,
  };
}

/** The outcome as a visitor who has the payment's secret may see it (D38). */
export function sharedOutcome(outcome: PaymentOutcome): PaymentOutcome {
  if (!("recipientName" in outcome)) return outcome;
  const named = isRequesterNamed({ anonymousProfile: outcome.recipientAnonymous }, "visitor");
  return named ? outcome : { ...outcome, recipientName: null, recipientUsername: null };
}
