import { and, eq, max, sql } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db, Tx } from "@/db/client";
import { donations, newId, payoutDonations, payouts, transfers } from "@/db/schema";
import { callsOf } from "./calls-store";
import { setOwed } from "./donation-store";
import { lockAccount } from "./payee-store";
import { freeAmount, recordMovement } from "./sql-store";

/** A transfer of a donation. Amounts in cents. */
export type Transfer = typeof transfers.$inferSelect;

const calls = callsOf(transfers, "transfer");
export const {
  find: findTransfer,
  lock: lockTransfer,
  claim: claimTransfers,
  lease: leaseTransfer,
  refuse: refuseTransfer,
} = calls;

/** Locks a transfer and, before it, its donation, its person and its account. */
export async function lockAround(tx: Tx, id: string): Promise<Transfer> {
  const { donationId, userId, accountId } = await findTransfer(tx, id);
  await lockAccount(tx, { donationIds: [donationId], userId, accountId });
  return lockTransfer(tx, id);
}

type NewTransfer = Pick<Transfer, "donationId" | "accountId" | "userId" | "amount" | "chargeId"> & {
  /** Of a transfer that the provider has already. */
  id?: string;
  adoptedAt?: Date;
  releaseAt: Date;
  at: Date;
};

/** Plans the next transfer of a donation. It is due at once. */
export async function insertTransfer(
  tx: Tx,
  { at, id = newId(), ...transfer }: NewTransfer,
): Promise<Transfer> {
  const [last] = await tx
    .select({ round: max(transfers.round) })
    .from(transfers)
    .where(eq(transfers.donationId, transfer.donationId));
  const round = (last?.round ?? 0) + 1;
  await tx.insert(transfers).values({ ...transfer, id, round, checkAt: at, createdAt: at });
  return findTransfer(tx, id);
}

/** The transfers of a donation, locked, after their donation, person and account. */
export async function lockTransfersOf(tx: Tx, donationId: string): Promise<Transfer[]> {
  return tx.select().from(transfers).where(eq(transfers.donationId, donationId)).for("no key update");
}

/** The transfers of a page that the books do not have. One that was made by hand is left out. */
export async function selectUnbooked<
  T extends { id: string; transferId: string | null; donationId: string | null },
>(db: Db, page: readonly T[]): Promise<(T & Ids)[]> {
  const ours = page.filter((each): each is T & Ids => isUuid(each.transferId) && isUuid(each.donationId));
  const ids = sql.param(ours.map(({ id }) => id));
  const rows = await db
    .select({ id: transfers.providerId })
    .from(transfers)
    .where(sql`${transfers.providerId} = any(${ids}::text[])`);
  const booked = new Set(rows.map(({ id }) => id));
  return ours.filter(({ id }) => !booked.has(id));
}

type Ids = { transferId: string; donationId: string };

/** Plans a transfer again, as the provider made it: the books had it as planned otherwise, or as cancelled. */
export async function replanTransfer(
  tx: Tx,
  id: string,
  made: Pick<Transfer, "accountId" | "amount" | "chargeId">,
): Promise<Transfer> {
  await tx
    .update(transfers)
    .set({ ...made, state: "planned" })
    .where(eq(transfers.id, id));
  return findTransfer(tx, id);
}

/** What a payout of an account can have paid: of these donations, or of all, where no sent payout has their money. */
export async function selectSent(db: Db, accountId: string, donationIds: readonly string[] | null) {
  const isOpen = sql`not exists (
    select from ${payoutDonations} g join ${payouts} p on p.id = g.payout_id
    where g.transfer_id = "transfers"."id" and g.is_live and p.state <> 'created')`;
  return db
    .select({ transferId: transfers.id, donationId: transfers.donationId, requestId: donations.requestId })
    .from(transfers)
    .innerJoin(donations, eq(donations.id, transfers.donationId))
    .where(
      and(
        eq(transfers.accountId, accountId),
        eq(transfers.state, "sent"),
        donationIds === null
          ? isOpen
          : sql`${transfers.donationId} = any(${sql.param([...donationIds])}::uuid[])`,
      ),
    )
    .orderBy(transfers.donationId);
}

/** Ends a planned transfer that was never made at the provider. */
export async function cancelTransfer(db: Db, planned: Transfer): Promise<void> {
  await db
    .update(transfers)
    .set({ state: "cancelled", claimedUntil: null, checkAt: null })
    .where(calls.isUnchanged(planned));
}

/**
 * Books a planned transfer as made, once: the money is in the account of the payee, and no longer owed. Returns whether
 * it was. Lock its donation first.
 */
export async function bookSent(
  tx: Tx,
  { id, donationId, userId, amount }: Transfer,
  { providerId, sentAt, at }: { providerId: string | null; sentAt: Date; at: Date },
): Promise<boolean> {
  const sent = await tx
    .update(transfers)
    .set({ state: "sent", providerId, sentAt, problem: null, claimedUntil: null, checkAt: null })
    .where(and(eq(transfers.id, id), eq(transfers.state, "planned")))
    .returning({ id: transfers.id });
  if (sent.length === 0) return false;
  const movement = { transferId: id, kind: "transfer", userId, at } as const;
  await recordMovement(tx, movement, { from: "held", to: "payee", amount });
  await setOwed(tx, donationId, false);
  return true;
}

/** Cents of a transfer that are in the account of the payee, and nothing is to be done with. */
export async function selectFree(db: Db, id: string): Promise<number> {
  const [row] = await db.select({ free: freeAmount }).from(transfers).where(eq(transfers.id, id));
  return row?.free ?? 0;
}
