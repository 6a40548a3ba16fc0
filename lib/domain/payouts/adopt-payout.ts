import type { Tx } from "@/db/client";
import { now } from "@/lib/ground/clock";
import type { ListedPayout, PayoutProvider } from "@/lib/providers/payout-provider";
import { adoptTransfersOf } from "./adopt-transfer";
import { lockAccount } from "./payee-store";
import { insertPayout, lockPayout, selectLivePayoutOf, selectPayout, takeOut } from "./payout-store";
import { deleteRecoveries } from "./return-store";
import { sumOf } from "./rules";
import { selectSent } from "./transfer-store";
import type { OpenedAccount, PayoutContext } from "./types";

/**
 * Writes the row of a payout that the provider made and the books do not have, because they were restored from a dump
 * of before; the caller books it. It pays the donations that the provider has with it. One of an older version does
 * not say them: it paid everything that was in the account, or nobody knows. Their transfers are booked first, and what
 * an unsent payout would pay a second time is taken out of it; `claimedId` is the one that the caller has claimed.
 * Returns why it cannot be booked, or null.
 * @throws ProviderUnavailable
 */
export async function adoptPayout(
  context: PayoutContext,
  provider: PayoutProvider,
  account: OpenedAccount,
  found: ListedPayout & { payoutId: string },
  claimedId: string | null,
): Promise<string | null> {
  const { db } = context;
  const inAccount =
    found.donationIds ?? (await selectSent(db, account.id, null)).map(({ donationId }) => donationId);
  const amounts = new Map<string, number>();
  for (const donationId of inAccount) {
    const { made, problem } = await adoptTransfersOf(context, provider, donationId, null);
    if (problem !== null) return `${problem}: ${donationId}`;
    const own = made.filter((transfer) => transfer.account === account.providerAccountId);
    const amount = sumOf(own) - sumOf(own.flatMap(({ reversals }) => reversals.filter(isBefore(found))));
    if (amount > 0) amounts.set(donationId, amount);
  }
  const total = [...amounts.values()].reduce((sum, cents) => sum + cents, 0);
  if (total !== found.amount) return `its donations come to ${total} cents`;
  return db.transaction((tx) => insertFound(tx, account, { found, amounts, claimedId }));
}

const isBefore =
  ({ createdAt }: { createdAt: Date }) =>
  (reversal: { createdAt: Date }) =>
    reversal.createdAt <= createdAt;

type Found = {
  found: ListedPayout & { payoutId: string };
  /** Cents of each donation. */
  amounts: ReadonlyMap<string, number>;
  claimedId: string | null;
};

/** Lock order: donations, person, account, payouts. */
async function insertFound(
  tx: Tx,
  { id: accountId, userId }: OpenedAccount,
  { found, amounts, claimedId }: Found,
): Promise<string | null> {
  const { payoutId, cause, createdAt } = found;
  const donationIds = [...amounts.keys()];
  await lockAccount(tx, { donationIds, userId, accountId });
  const at = now();
  if (await selectPayout(tx, payoutId)) return null;
  const sent = await selectSent(tx, accountId, donationIds);
  if (sent.length !== donationIds.length) return "a donation of it is in no account";
  for (const { transferId } of sent) {
    const live = await selectLivePayoutOf(tx, transferId);
    if (live === null) continue;
    const other = await lockPayout(tx, live.id);
    const isBusy = other.id !== claimedId && other.claimedUntil !== null && other.claimedUntil > at;
    if (other.state !== "created" || isBusy) return `a donation of it is in the payout ${other.id}`;
    await takeOut(tx, other, [transferId], at);
  }
  await deleteRecoveries(
    tx,
    sent.map(({ transferId }) => transferId),
  );
  const donations = sent.map((row) => ({ ...row, amount: amounts.get(row.donationId) ?? 0 }));
  const [first, ...others] = new Set(sent.map(({ requestId }) => requestId));
  const requestId = first !== undefined && others.length === 0 ? first : null;
  await insertPayout(tx, {
    id: payoutId,
    accountId,
    userId,
    requestId,
    cause: cause ?? "owner",
    donations,
    adoptedAt: at,
    at: createdAt,
  });
  return null;
}
