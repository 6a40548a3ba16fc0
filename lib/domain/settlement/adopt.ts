import { recreateDonation } from "@/lib/domain/donations/recreate-donation";
import { adoptTransfersOf } from "@/lib/domain/payouts/adopt-transfer";
import { listAccountsWithMoney, listUnbooked } from "@/lib/domain/payouts/queries";
import { adoptPayouts } from "@/lib/domain/payouts/settle-payout";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import { gatewayOf, type Listed, type PaymentGateway, type Span } from "@/lib/providers/gateway";
import type { PayoutProvider } from "@/lib/providers/payout-provider";
import { comparePayments, type PaymentDifference } from "./compare-payments";
import { settlePayment } from "./settle-payment";

/** For so many days back the providers are asked for what the books may not have: longer than any dump is kept. */
export const ADOPTED_DAYS = 90;

/** How much was booked of each kind, what could not be, and what was paid for something that is not in the books. */
export type Adoption = {
  adopted: Record<string, number>;
  left: { kind: string; id: string; why: string }[];
  lost: LostPayment[];
};

/** A payment for something that is lost with a database, or in the books of another deployment. Cents. */
export type LostPayment = { provider: PaymentProvider; id: string; amount: number; currency: string };

/**
 * Books what the providers have and the books do not, as after a restore from a dump (operations.md): payments, then
 * transfers, then payouts, each once. Safe beside running servers, and to repeat.
 * @throws ProviderUnavailable
 */
export async function adopt(context: PayoutContext, since: Date): Promise<Adoption> {
  const result: Adoption = { adopted: {}, left: [], lost: [] };
  const span = { from: since, to: new Date(now().getTime() + DAY) };
  const note = (kind: string, id: string, why: string | null) => {
    if (why === null) result.adopted[kind] = (result.adopted[kind] ?? 0) + 1;
    else result.left.push({ kind, id, why });
  };
  for (const gateway of [context.card, context.wallet]) {
    result.lost.push(...(await adoptPayments(context, gateway, { span, note })));
  }
  for (const provider of Object.values(context.payoutProviders)) {
    if (provider) await adoptMoved(context, provider, { span, note });
  }
  return result;
}

/** Gives back what was paid for something that is lost, once. @throws ProviderUnavailable */
export async function refundLost(context: PayoutContext, { provider, id }: LostPayment): Promise<void> {
  await gatewayOf(context, provider).refundPayment(id, `refund-lost-${id}`);
}

type Note = (kind: string, id: string, why: string | null) => void;

async function adoptPayments(
  context: PayoutContext,
  gateway: PaymentGateway,
  { span, note }: { span: Span; note: Note },
): Promise<LostPayment[]> {
  const lost: LostPayment[] = [];
  for await (const page of pagesOf((after) => gateway.listPayments?.(span, after))) {
    const differences = await comparePayments(context.db, gateway.provider, page);
    for (const difference of differences) {
      const { id, currency, received, refunded } = difference.payment;
      const why = await adoptPayment(context, gateway, difference);
      if (why === LOST) lost.push({ provider: gateway.provider, id, amount: received - refunded, currency });
      else note("payment", id, why);
    }
    const known = new Set(differences.map(({ payment }) => payment.id));
    for (const { id, isDisputed } of page) {
      if (isDisputed && !known.has(id))
        await settlePayment(context, gateway.provider, id, { disputes: true });
    }
  }
  return lost;
}

const LOST = "what it was for is lost";

/** Returns why a payment cannot be booked, or null. */
async function adoptPayment(
  context: PayoutContext,
  gateway: PaymentGateway,
  { payment, named, row, why }: PaymentDifference,
): Promise<string | null> {
  if (row === null && !(await recreateDonation(context.db, gateway.provider, payment))) {
    return (await isMoved(context, named)) ? `${LOST}, and its money was moved` : LOST;
  }
  const { state } = await settlePayment(context, gateway.provider, payment.id, { disputes: true });
  if (state === "unknown") return why;
  const [still] = await comparePayments(context.db, gateway.provider, [payment]);
  // What could not be credited was refunded just now: the page is older than that.
  return still && state !== "refunded" ? still.why : null;
}

/** Whether a recipient has the money of a donation that the books do not have. */
async function isMoved(
  { payoutProviders }: PayoutContext,
  named: PaymentDifference["named"],
): Promise<boolean> {
  if (named?.purpose !== "donation") return false;
  for (const provider of Object.values(payoutProviders)) {
    const made = provider?.listTransfers ? await provider.findTransfers(named.id) : [];
    if (made.some(({ amount, returned }) => amount > returned)) return true;
  }
  return false;
}

async function adoptMoved(
  context: PayoutContext,
  provider: PayoutProvider,
  { span, note }: { span: Span; note: Note },
): Promise<void> {
  const { db } = context;
  for await (const page of pagesOf((after) => provider.listTransfers?.(span, after))) {
    for (const { id, donationId } of await listUnbooked(db, page)) {
      const { problem } = await adoptTransfersOf(context, provider, donationId, null);
      note("transfer", id, problem);
    }
  }
  for (const account of await listAccountsWithMoney(db, provider.provider)) {
    const { adopted, left } = await adoptPayouts(context, account);
    for (let one = 0; one < adopted; one += 1) note("payout", account.id, null);
    for (const { id, why } of left) note("payout", id, why);
  }
}

/** The pages of a list; none where the provider has no such list. */
export async function* pagesOf<T>(
  list: (after: string | null) => Promise<Listed<T>> | undefined,
): AsyncGenerator<T[]> {
  for (let after: string | null = null; ; ) {
    const page: Listed<T> | undefined = await list(after);
    if (!page) return;
    yield page.rows;
    if (page.next === null) return;
    after = page.next;
  }
}
