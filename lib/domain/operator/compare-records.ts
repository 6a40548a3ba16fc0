import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { listAccountsWithMoney } from "@/lib/domain/payouts/queries";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { pagesOf } from "@/lib/domain/settlement/adopt";
import { comparePayments } from "@/lib/domain/settlement/compare-payments";
import { listReceived } from "@/lib/domain/settlement/queries";
import { now } from "@/lib/ground/clock";
import { DAY, HOUR } from "@/lib/ground/durations";
import type { Include, PaymentGateway, Span } from "@/lib/providers/gateway";
import type {
  ListedPayout,
  PayoutProvider,
  ProviderPayout,
  ProviderTransfer,
} from "@/lib/providers/payout-provider";
import {
  type BookedPayout,
  type BookedTransfer,
  selectMade,
  selectPayoutsBy,
  selectTransfersBy,
} from "./records-store";

/** Lists are read by spans of this length, so that memory has the ids of one only. */
const SPAN = 7 * DAY;

/** How many are shown of each kind, and asked for one by one where a provider cannot list them. */
const SHOWN = 20;
const LATEST = 200;

export type Difference = { provider: string; id: string; why: string } & Record<string, unknown>;

const missing = "not at the provider";

/** The payments of a span that a provider and the books have otherwise. */
export async function compareReceived(db: Db, gateway: PaymentGateway, since: Date): Promise<Difference[]> {
  const { provider } = gateway;
  const found: Difference[] = [];
  if (!gateway.listPayments) {
    // PayPal cannot list orders: the latest are asked for one by one.
    const latest = await listReceived(db, provider, { from: since, to: soon(), limit: LATEST });
    const orders = latest.filter(({ kind }) => kind !== "subscription_payment");
    const compare = async ({ kind, id, paymentId }: (typeof orders)[number], include?: Include) => {
      const payment = paymentId === null ? null : await gateway.findPayment(paymentId, include);
      if (payment === null) return [{ provider, id, kind, payment: paymentId, why: missing }];
      const listed = { ...payment, refunded: payment.returned, isDisputed: false, createdAt: since };
      const differences = await comparePayments(db, provider, [listed]);
      return differences.map(({ why }) => ({ provider, id, kind, payment: paymentId, why }));
    };
    const rows = await inGroups(orders, async (order) => {
      const differences = await compare(order);
      // What a lost dispute took may be known to the dispute only, which is another call.
      return differences.length === 0 ? differences : compare(order, { disputes: true });
    });
    return rows.flat();
  }
  for (const span of spansSince(since)) {
    const seen = new Set<string>();
    for await (const page of pagesOf((after) => gateway.listPayments?.(span, after))) {
      for (const { id } of page) seen.add(id);
      for (const { payment, row, named, why } of await comparePayments(db, provider, page)) {
        const { kind = named?.purpose ?? null, id = named?.id ?? "" } = row ?? {};
        found.push({ provider, id, kind, payment: payment.id, received: payment.received, why });
      }
    }
    for (const { kind, id, paymentId } of await listReceived(db, provider, { ...span, limit: null })) {
      if (found.length >= SHOWN) return found;
      // It may have been begun at the edge of a span.
      if (paymentId === null || seen.has(paymentId) || (await gateway.findPayment(paymentId))) continue;
      found.push({ provider, id, kind, payment: paymentId, why: missing });
    }
  }
  return found;
}

/** The transfers since a time that a provider and the books have otherwise. */
export async function compareTransfers(db: Db, provider: PayoutProvider, since: Date): Promise<Difference[]> {
  if (!provider.listTransfers) return [];
  const named = { provider: provider.provider };
  const found: Difference[] = [];
  for (const span of spansSince(since)) {
    const seen = new Set<string>();
    for await (const page of pagesOf((after) => provider.listTransfers?.(span, after))) {
      for (const { id } of page) seen.add(id);
      const ours = page.filter(({ transferId }) => isUuid(transferId));
      const rows = await selectTransfersBy(db, {
        providerIds: page.map(({ id }) => id),
        ids: ours.map(({ transferId }) => transferId ?? ""),
      });
      for (const transfer of page) {
        const row =
          rows.find(({ providerId }) => providerId === transfer.id) ??
          rows.find(({ id }) => id === transfer.transferId);
        const why = row
          ? transferDifference(transfer, row)
          : isUuid(transfer.transferId)
            ? "not in the books"
            : null;
        const { id: transferOf, transferId, donationId: donation, amount, account } = transfer;
        const id = transferId ?? row?.id ?? "";
        if (why !== null) found.push({ ...named, id, transfer: transferOf, donation, amount, account, why });
      }
    }
    for (const { id, providerId, donationId } of await selectMade(db, provider.provider, span)) {
      if (found.length >= SHOWN) return found;
      if (seen.has(providerId)) continue;
      const made = await provider.findTransfers(donationId);
      if (made.every((transfer) => transfer.id !== providerId)) {
        found.push({ ...named, id, transfer: providerId, donation: donationId, why: missing });
      }
    }
  }
  return found;
}

function transferDifference(transfer: ProviderTransfer, row: BookedTransfer): string | null {
  if (row.providerId !== null && row.providerId !== transfer.id) return "another transfer in the books";
  if (row.state === "planned" && isUnderWay(row)) return null;
  if (row.state !== "sent" && row.state !== "returned") return `${row.state} in the books`;
  if (row.amount !== transfer.amount) return `${row.amount} cents in the books`;
  if (row.account !== transfer.account) return `to ${row.account} in the books`;
  const { returned } = transfer;
  const isExplained = returned >= row.returned && returned <= row.returned + row.coming;
  return isExplained ? null : `${returned} cents came back there, ${row.returned} in the books`;
}

/** A call got no answer: reconciliation asks for it within the hour. */
function isUnderWay({ claimedUntil }: { claimedUntil: Date | null }): boolean {
  return claimedUntil !== null && claimedUntil.getTime() > now().getTime() - HOUR;
}

/** The payouts since a time that a provider and the books have otherwise. */
export async function comparePayouts(
  { db }: PayoutContext,
  provider: PayoutProvider,
  since: Date,
): Promise<Difference[]> {
  const named = { provider: provider.provider };
  const accounts = await listAccountsWithMoney(db, provider.provider);
  if (provider.listTransfers) {
    const found = await inGroups(accounts, async ({ providerAccountId: account }) => {
      const listed = (await provider.listPayouts(account, since)) ?? [];
      const ids = listed.flatMap(({ payoutId }) => (isUuid(payoutId) ? [payoutId ?? ""] : []));
      const rows = await selectPayoutsBy(db, { ids });
      const off = listed.flatMap((payout) => {
        if (!isUuid(payout.payoutId)) return [];
        const row = rows.find(({ id }) => id === payout.payoutId);
        const why = row ? payoutDifference(payout, row, account) : "not in the books";
        const { id, payoutId, amount } = payout;
        return why === null ? [] : [{ ...named, id: payoutId ?? "", payout: id, account, amount, why }];
      });
      const made = await selectPayoutsBy(db, { ...named, account, since, limit: SHOWN * SHOWN });
      const unseen = made.filter(({ providerId }) => listed.every(({ id }) => id !== providerId));
      return [...off, ...(await lost(provider, unseen))];
    });
    return found.flat();
  }
  // PayPal cannot list payouts: the latest are asked for one by one.
  return lost(provider, await selectPayoutsBy(db, { ...named, since, limit: LATEST }));
}

/** Those of some payouts that a provider does not know, or has otherwise. */
async function lost(provider: PayoutProvider, rows: readonly BookedPayout[]): Promise<Difference[]> {
  const found = await inGroups(rows, async (row) => {
    const { id, providerId, account, amount } = row;
    const payout = providerId === null ? null : await provider.findPayout(account, providerId);
    const why = payout ? payoutDifference(payout, row, account) : missing;
    return why === null
      ? []
      : [{ provider: provider.provider, id, payout: providerId, account, amount, why }];
  });
  return found.flat();
}

function payoutDifference(
  payout: ProviderPayout | ListedPayout,
  row: BookedPayout,
  account: string,
): string | null {
  if (row.account !== account) return `from ${row.account} in the books`;
  if (row.providerId !== null && row.providerId !== payout.id) return "another payout in the books";
  if (row.state === "created") return isUnderWay(row) ? null : "created in the books";
  if (row.amount !== payout.amount) return `${row.amount} cents in the books`;
  const isFailure = (row.state === "failed") !== (payout.state === "failed");
  const isAhead = row.state === "paid" && payout.state !== "paid";
  return isFailure || isAhead ? `${payout.state} there, ${row.state} in the books` : null;
}

/** Weeks from a time until now, and a little beyond: clocks differ. */
function spansSince(since: Date): Span[] {
  const until = soon().getTime();
  const count = Math.ceil((until - since.getTime()) / SPAN);
  return Array.from({ length: count }, (_, at) => ({
    from: new Date(since.getTime() + at * SPAN),
    to: new Date(Math.min(until, since.getTime() + (at + 1) * SPAN)),
  }));
}

const soon = () => new Date(now().getTime() + DAY);

/** How many questions are asked at the same time. */
const AT_ONCE = 4;

/** Runs something for all of a list, a few at a time. */
export async function inGroups<T, R>(all: readonly T[], run: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE) {
    results.push(...(await Promise.all(all.slice(from, from + AT_ONCE).map(run))));
  }
  return results;
}
