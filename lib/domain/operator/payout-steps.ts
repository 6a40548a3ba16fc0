import { isStopped } from "@/lib/domain/incidents/stops";
import { checkAccount } from "@/lib/domain/payouts/check-payee";
import { settleTransfer } from "@/lib/domain/payouts/move-donation";
import { providerOf } from "@/lib/domain/payouts/providers";
import { findAccountOf, findPayout } from "@/lib/domain/payouts/queries";
import { settleReturn } from "@/lib/domain/payouts/return-transfer";
import { payeeState } from "@/lib/domain/payouts/rules";
import { endUnanswered, settlePayout } from "@/lib/domain/payouts/settle-payout";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { DAY } from "@/lib/ground/durations";
import { type AuditEntry, insertAuditEntry } from "./audit-store";
import { selectPayeesOf } from "./money-store";
import { assertNotOwn } from "./operators";
import { donorOf } from "./payments-store";
import { findPerson } from "./people-store";
import type { Order } from "./schema";
import { findStep, type StepRecord, sumReturned } from "./steps-store";
import { type Operator, type PayeeRecord, Refusal } from "./types";

/** The result of asking the provider, or of trying again. */
export type PayoutCheck = {
  subject: "payee_account" | StepRecord["kind"];
  id: string;
  before: string;
  after: string;
  /** What the provider says beside the state; null where that is all. */
  answer: string | null;
};

const UNMADE = ["planned", "due", "created"];

/**
 * Asks the provider about a person's accounts, a transfer, a return or a payout, and stores what it says of accounts
 * and payouts, as events and reconciliation do. Nothing is moved. The audit entries are written afterwards.
 * @throws Refusal when nothing has that id, or it concerns the operator
 * @throws ProviderUnavailable
 */
export async function askAboutPayouts(
  context: PayoutContext,
  operator: Operator,
  reference: string,
): Promise<PayoutCheck[]> {
  const step = await findStep(context.db, reference);
  if (step) assertNotOwn(operator, [step.personId, await donorOf(context.db, step.donationId)]);
  const checks = step
    ? [await askAboutStep(context, step)]
    : await askAboutPayee(context, operator, reference);
  for (const check of checks) await note(context, operator, "ask_provider", check);
  return checks;
}

/**
 * Tries a transfer, a return or a payout now that was not made yet, whenever its next try is due. A call that got no
 * answer is asked for first, so that nothing is made twice. Where PayPal forgot its id, the operator says what became
 * of it.
 * @throws Refusal when there is none with that id, it was made or failed for good, or payouts are stopped
 * @throws ProviderUnavailable
 */
export async function retryStep(
  context: PayoutContext,
  operator: Operator,
  { reference, batch, isUnmade = false, reason }: Order<"retry_payout">,
): Promise<PayoutCheck> {
  const step = await findStep(context.db, reference);
  if (!step) throw new Refusal("No transfer, return or payout has that id.");
  if (step.kind === "payout" && step.state === "failed") {
    throw new Refusal(
      "A failed payout is never made again: its money waits until the person has another bank account.",
    );
  }
  if (!UNMADE.includes(step.state)) throw new Refusal(`There is nothing to try again: it is ${step.state}.`);
  let answer: string | null;
  if (batch !== undefined || isUnmade) {
    const isEnded = step.kind === "payout" && (await endUnanswered(context, step.id, batch ?? null)) !== null;
    if (!isEnded)
      throw new Refusal(
        "It is no payout to PayPal without an answer for 30 days, or that batch is another's.",
      );
    answer = batch === undefined ? "not made" : `made as ${batch}`;
  } else {
    if (step.kind !== "transfer_return" && (await isStopped(context.db, "payouts")))
      throw new Refusal("Payouts are stopped for everybody: resume them first.");
    const outcome = await SETTLE[step.kind](context, step.id);
    answer = outcome === step.state ? null : outcome;
  }
  const check = await compared(context, step, answer);
  await note(context, operator, "retry_payout", check, reason);
  return check;
}

const SETTLE: Record<StepRecord["kind"], (context: PayoutContext, id: string) => Promise<string>> = {
  transfer: settleTransfer,
  transfer_return: settleReturn,
  payout: settlePayout,
};

async function askAboutPayee(
  context: PayoutContext,
  operator: Operator,
  reference: string,
): Promise<PayoutCheck[]> {
  const { db } = context;
  const person = (await findAccountOf(db, reference))?.userId ?? (await findPerson(db, reference))?.id;
  if (!person) throw new Refusal("No person, account, transfer, return or payout has that name or id.");
  assertNotOwn(operator, [person]);
  const accounts = (await selectPayeesOf(db, person)).filter(({ closedAt }) => closedAt === null);
  if (accounts.length === 0) throw new Refusal("They have no open account at a provider.");
  const checks: PayoutCheck[] = [];
  for (const account of accounts) {
    if (account.providerAccountId === null) continue;
    const asked = await checkAccount(context, account);
    const { id, state: before } = account;
    checks.push({ subject: "payee_account", id, before, after: payeeState(asked), answer: asksFor(asked) });
  }
  if (checks.length === 0) throw new Refusal("Their account was never opened at the provider.");
  return checks;
}

function asksFor({
  waitsFor,
  waitsUntil,
  problem,
}: Pick<PayeeRecord, "waitsFor" | "waitsUntil" | "problem">) {
  if (waitsFor === "nobody") return problem;
  const until = waitsUntil ? ` until ${waitsUntil.toISOString()}` : "";
  return `waits for the ${waitsFor}${until}${problem === null ? "" : `: ${problem}`}`;
}

async function askAboutStep(context: PayoutContext, step: StepRecord): Promise<PayoutCheck> {
  if (step.kind === "payout" && !UNMADE.includes(step.state)) {
    const outcome = await settlePayout(context, step.id);
    const answer = outcome === "unknown" ? UNKNOWN : await arrivalOf(context, step.id);
    return compared(context, step, answer);
  }
  return compared(context, step, await findAtProvider(context, step));
}

const UNKNOWN = "the provider does not know it";

/** Where a payout is, in words for its recipient. */
async function arrivalOf({ db }: PayoutContext, id: string): Promise<string | null> {
  const found = await findPayout(db, id);
  if (!found) return null;
  const { state, arrivesOn, paidAt, traceId, failureCode } = found;
  if (state === "failed") return `it did not arrive: ${failureCode ?? "the provider does not say why"}`;
  if (paidAt === null) return arrivesOn && `the bank should have it on ${arrivesOn}`;
  const trace =
    traceId === null ? "the provider tells no trace id (yet)" : `their bank finds it by ${traceId}`;
  return `paid on ${paidAt.toISOString().slice(0, 10)}; ${trace}`;
}

/** What the provider has of a step, which is left as it is. */
async function findAtProvider(context: PayoutContext, step: StepRecord): Promise<string> {
  const provider = providerOf(context, step);
  if (step.kind === "payout") {
    const listed = await provider.listPayouts(step.account, new Date(step.createdAt.getTime() - DAY));
    if (listed === null) return "the provider cannot be asked for it: look for it there";
    const found = listed.find(({ payoutId }) => payoutId === step.id);
    return found ? `the provider has it: ${found.id}, ${found.state}` : UNKNOWN;
  }
  if (step.kind === "transfer_return") {
    const transfer = await findStep(context.db, step.transferId);
    if (!transfer?.providerId) return UNKNOWN;
    const reversals = await provider.findReversals(transfer.providerId);
    const found = reversals.find(({ transferReturnId }) => transferReturnId === step.id);
    return found ? `the provider has it: ${found.id}` : UNKNOWN;
  }
  const transfers = await provider.findTransfers(step.donationId ?? "");
  const found = transfers.find(({ transferId }) => transferId === step.id);
  if (!found) return UNKNOWN;
  const returned = await sumReturned(context.db, step.id);
  const agrees = found.amount === step.amount && found.returned === returned;
  const amounts = `${found.amount} moved, ${found.returned} came back`;
  const books = agrees ? "" : `; the books: ${step.amount} moved, ${returned} came back`;
  return `the provider has it: ${found.id}, cents: ${amounts}${books}`;
}

async function compared(
  { db }: PayoutContext,
  { kind, id, state: before }: StepRecord,
  answer: string | null,
): Promise<PayoutCheck> {
  const after = await findStep(db, id);
  return { subject: kind, id, before, after: after?.state ?? before, answer };
}

async function note(
  { db }: PayoutContext,
  operator: Operator,
  action: AuditEntry["action"],
  { subject, id, before, after, answer }: PayoutCheck,
  reason: string | null = null,
): Promise<void> {
  await insertAuditEntry(db, operator, {
    action,
    subject,
    subjectId: id,
    before: { state: before },
    after: { state: after, ...(answer !== null && { answer }) },
    reason,
  });
}
