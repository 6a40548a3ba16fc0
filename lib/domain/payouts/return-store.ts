import { and, eq, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import {
  donations,
  holds,
  newId,
  payeeAccounts,
  payoutDonations,
  payouts,
  transferReturns,
  transfers,
} from "@/db/schema";
import { timestamptz } from "@/db/statement";
import { callsOf } from "./calls-store";
import { setOwed } from "./donation-store";
import { findPayeeById } from "./payee-store";
import { PAYOUT_FAILS_DAYS, sumOf } from "./rules";
import { freeAmount, paidOut, recordMovement, wasMadeUpFor } from "./sql-store";
import { selectFree, type Transfer } from "./transfer-store";

/** Money of a transfer that has to come back. Amounts in cents. */
export type TransferReturn = typeof transferReturns.$inferSelect;

/** `claimReturns` also claims losses that may be recovered. */
export const {
  find: findReturn,
  lock: lockReturn,
  claim: claimReturns,
  lease: leaseReturn,
  refuse: refuseReturn,
} = callsOf(transferReturns, "transfer return");

type NewReturn = Pick<TransferReturn, "transferId" | "amount" | "cause"> & {
  /** Of a return that the provider made already. */
  id?: string;
  recoversId?: string | null;
  at: Date;
};

/** Asks for money of a transfer back. It is due at once. */
export async function insertReturn(tx: Tx, { at, id = newId(), ...values }: NewReturn): Promise<string> {
  await tx.insert(transferReturns).values({ ...values, id, checkAt: at, createdAt: at });
  return id;
}

/** Whether a return empties an account that its owner left (D51). */
export const isEmptying = ({ cause, recoversId }: TransferReturn) =>
  cause === "correction" && recoversId === null;

/** The returns of a transfer that the provider did not answer yet, what empties its account last. Lock it first. */
export async function selectDue(tx: Tx, transferId: string): Promise<TransferReturn[]> {
  return tx
    .select()
    .from(transferReturns)
    .where(and(eq(transferReturns.transferId, transferId), eq(transferReturns.state, "due")))
    .orderBy(sql`${transferReturns.cause} = 'correction'`, transferReturns.createdAt, transferReturns.id)
    .for("no key update");
}

/** The provider's ids of the returns of a transfer. */
export async function selectReversals(db: Db, transferId: string): Promise<Set<string>> {
  const rows = await db
    .select({ id: transferReturns.providerId })
    .from(transferReturns)
    .where(and(eq(transferReturns.transferId, transferId), isNotNull(transferReturns.providerId)));
  return new Set(rows.map(({ id }) => id ?? ""));
}

/** Gives up recoveries that were planned from transfers whose money cannot be taken after all, and not made. */
export async function deleteRecoveries(tx: Tx, transferIds: readonly string[]): Promise<void> {
  const isOfThem = sql`${transferReturns.transferId} = any(${sql.param([...transferIds])}::uuid[])`;
  const isUnmade = and(eq(transferReturns.state, "due"), isNull(transferReturns.claimedUntil));
  await tx.delete(transferReturns).where(and(isOfThem, isUnmade, isNotNull(transferReturns.recoversId)));
}

/** Sets when reconciliation settles a return again; null for never. */
export async function setReturnCheck(db: Db, id: string, checkAt: Date | null): Promise<void> {
  await db.update(transferReturns).set({ checkAt }).where(eq(transferReturns.id, id));
}

const isDue = (id: string) => and(eq(transferReturns.id, id), eq(transferReturns.state, "due"));

/**
 * Cents of a transfer that a return can take: what is in the account, without what payouts have and older returns take.
 */
export async function selectAvailable(
  tx: Tx,
  { id, transferId, createdAt }: TransferReturn,
): Promise<number> {
  const older = sql`coalesce((
    select sum(r.amount) from ${transferReturns} r
    where r.transfer_id = "transfers"."id"
      and (r.state = 'done' or r.state = 'due' and (r.created_at, r.id) < (${timestamptz(createdAt)}, ${id}::uuid))), 0)`;
  const [row] = await tx
    .select({ available: sql`${transfers.amount} - ${older} - ${paidOut}`.mapWith(Number) })
    .from(transfers)
    .where(eq(transfers.id, transferId));
  return row?.available ?? 0;
}

/**
 * Books that the money came back, or that a loss was recovered with it, once: all of it, or the cents `taken`, with
 * another return of the rest.
 */
export async function bookReturn(
  tx: Tx,
  { id, transferId, amount: due, cause, recoversId }: TransferReturn,
  { userId, providerId, at, taken: amount = due }: Booked & { taken?: number },
): Promise<void> {
  const done = await tx
    .update(transferReturns)
    .set({ state: "done", amount, providerId, doneAt: at, problem: null, claimedUntil: null, checkAt: null })
    .where(isDue(id))
    .returning({ id: transferReturns.id });
  if (done.length === 0) return;
  if (due > amount) await insertReturn(tx, { transferId, amount: due - amount, cause, recoversId, at });
  const movement = { transferReturnId: id, userId, at } as const;
  if (recoversId === null) {
    await recordMovement(tx, { ...movement, kind: "transfer_return" }, { from: "payee", to: "held", amount });
  } else await recordMovement(tx, { ...movement, kind: "recovery" }, { from: "payee", to: "loss", amount });
}

type Booked = { userId: string; providerId: string | null; at: Date };

/** Books that the money cannot come back, as our loss, once. It is due again at once, to recover it. */
export async function bookLoss(
  tx: Tx,
  { id, amount }: TransferReturn,
  { userId, at }: { userId: string; at: Date },
): Promise<void> {
  const short = await tx
    .update(transferReturns)
    .set({ state: "short", doneAt: at, claimedUntil: null, checkAt: at })
    .where(isDue(id))
    .returning({ id: transferReturns.id });
  if (short.length === 0) return;
  const movement = { transferReturnId: id, kind: "loss", userId, at } as const;
  await recordMovement(tx, movement, { from: "loss", to: "held", amount });
}

/**
 * Marks a transfer as returned once all of it came back; its donation is owed again if it did not go back itself. Of
 * one that was emptied some may have made up for a loss. Where that was another donation's it is our loss again, to be
 * recovered from other money: all that is left of a donation is owed. The caller has locked the transfer.
 */
export async function bookReturned(
  tx: Tx,
  { id: transferId, donationId, userId, amount }: Pick<Transfer, "id" | "donationId" | "userId" | "amount">,
  at: Date,
): Promise<void> {
  const made = await tx
    .select()
    .from(transferReturns)
    .where(and(eq(transferReturns.transferId, transferId), ne(transferReturns.state, "due")));
  const done = made.filter(({ state }) => state === "done");
  const back = done.filter(({ recoversId }) => recoversId === null);
  const wasEmptied = back.some(({ cause }) => cause === "correction");
  if (sumOf(wasEmptied ? done : back) !== amount) return;
  const ended = await tx
    .update(transfers)
    .set({ state: "returned" })
    .where(and(eq(transfers.id, transferId), eq(transfers.state, "sent")))
    .returning({ id: transfers.id });
  if (ended.length === 0) return;
  await setOwed(tx, donationId, true);
  const own = made.map(({ id }) => id);
  const elsewhere = sumOf(done.filter(({ recoversId }) => recoversId !== null && !own.includes(recoversId)));
  if (elsewhere === 0) return;
  const id = await insertReturn(tx, { transferId, amount: elsewhere, cause: "correction", at });
  await bookLoss(tx, await lockReturn(tx, id), { userId, at });
}

/** Whether another return of a transfer is due than this one, or a loss of its own has to be made up for. */
export async function isGoingBack(tx: Tx, transferId: string, but: string | null): Promise<boolean> {
  const isDue = sql`${transferReturns.state} = 'due' and ${transferReturns.id} is distinct from ${but}::uuid`;
  const isLost = sql`${transferReturns.state} = 'short' and ${transferReturns.amount} > ${recoveredAmount}`;
  const isOpen = sql`(${isDue} or ${isLost})`;
  return (await tx.$count(transferReturns, and(eq(transferReturns.transferId, transferId), isOpen))) > 0;
}

/** Cents of a transfer that can be taken out of an account which is emptied, without what makes up for its own loss. */
export async function selectRemainder(tx: Tx, id: string): Promise<number> {
  const lost = sql`coalesce((
    select sum(l.amount - coalesce((select sum(r.amount) from ${transferReturns} r where r.recovers_id = l.id), 0))
    from ${transferReturns} l where l.transfer_id = "transfers"."id" and l.state = 'short'), 0)`;
  const rest = sql`${freeAmount} - ${lost}`.mapWith(Number);
  const [row] = await tx.select({ rest }).from(transfers).where(eq(transfers.id, id));
  return row?.rest ?? 0;
}

/** The recoveries of a loss: cents that came back, and the one that is due. */
export async function selectRecoveries(db: Db, lossId: string) {
  const rows = await db
    .select({ id: transferReturns.id, amount: transferReturns.amount, state: transferReturns.state })
    .from(transferReturns)
    .where(eq(transferReturns.recoversId, lossId));
  return {
    recovered: sumOf(rows.filter(({ state }) => state === "done")),
    due: rows.find(({ state }) => state === "due")?.id ?? null,
  };
}

/** Cents of a loss that were taken back from other transfers. */
const recoveredAmount = sql`coalesce((
  select sum(r.amount) from ${transferReturns} r
  where r.recovers_id = "transfer_returns"."id" and r.state = 'done'), 0)`;

/**
 * Cents of a person's losses that were not recovered yet, and the part that can be taken from other donations now; the
 * rest may still come back because its payout fails.
 */
export async function selectLosses(
  db: Db,
  userId: string,
  at: Date,
): Promise<{ lost: number; recoverable: number }> {
  const left = sql`${transferReturns.amount} - ${recoveredAmount}`;
  const isFinal = sql`not ${canPayoutFail(sql`${transferReturns.transferId}`, at)}`;
  const [row] = await db
    .select({
      lost: sql`coalesce(sum(${left}), 0)`.mapWith(Number),
      recoverable: sql`coalesce(sum(${left}) filter (where ${isFinal}), 0)`.mapWith(Number),
    })
    .from(transferReturns)
    .innerJoin(transfers, eq(transfers.id, transferReturns.transferId))
    .where(and(eq(transfers.userId, userId), eq(transferReturns.state, "short")));
  return row ?? { lost: 0, recoverable: 0 };
}

/** Whether the payout that has the money of a transfer can still fail, so that the money comes back by itself. */
function canPayoutFail(transferId: SQL, at: Date): SQL {
  return sql`exists (
    select from ${payoutDonations} g join ${payouts} p on p.id = g.payout_id
    where g.transfer_id = ${transferId} and g.is_live
      and (p.paid_at is null or p.paid_at > ${timestamptz(at)} - make_interval(days => ${PAYOUT_FAILS_DAYS}::int)))`;
}

/**
 * Where a loss can be recovered from: money of its own transfer that a failed payout brought back, else of another
 * transfer of the person. Another one is used only once the payout that took the money can fail no more, and not
 * while its own donation is held. What is in an account that was closed at its provider cannot be taken; without a
 * provider's id a transfer is in the books only. Null if there is none.
 */
export async function selectSource(
  tx: Tx,
  { transferId, userId, at }: { transferId: string; userId: string; at: Date },
): Promise<{ id: string; free: number } | null> {
  const isOwn = eq(transfers.id, transferId);
  const canFail = canPayoutFail(sql`${transferId}::uuid`, at);
  const isHeldAlone = sql`exists (
    select from ${holds} h where h.donation_id = ${donations.id} and h.lifted_at is null
      and (h.ends_at is null or h.ends_at > ${timestamptz(at)}))`;
  const [source] = await tx
    .select({ id: transfers.id, free: freeAmount })
    .from(transfers)
    .innerJoin(donations, eq(donations.id, transfers.donationId))
    .innerJoin(payeeAccounts, eq(payeeAccounts.id, transfers.accountId))
    .where(
      and(
        eq(transfers.userId, userId),
        eq(transfers.state, "sent"),
        or(isNull(transfers.providerId), isNull(payeeAccounts.closedAt)),
        sql`${freeAmount} > 0`,
        sql`(${isOwn} or (not ${canFail} and not ${isHeldAlone}))`,
      ),
    )
    .orderBy(
      sql`${isOwn} desc`,
      sql`${donations.paymentStatus} = 'completed'`,
      transfers.sentAt,
      transfers.id,
    )
    .limit(1);
  return source ?? null;
}

/** Makes a person's losses due: money may have come from which they can be recovered. */
export async function retryLosses(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx
    .update(transferReturns)
    .set({ checkAt: at })
    .where(
      and(
        eq(transferReturns.state, "short"),
        isNull(transferReturns.recoversId),
        sql`${transferReturns.transferId} in (select t.id from ${transfers} t where t.user_id = ${userId})`,
        sql`${transferReturns.amount} > ${recoveredAmount}`,
      ),
    );
}

/** Whether money of a transfer recovered another's loss. */
async function hasRecovered(tx: Tx, transferId: string): Promise<boolean> {
  const isOther = sql`${transferReturns.recoversId} not in (
    select l.id from ${transferReturns} l where l.transfer_id = ${transferId})`;
  return (await tx.$count(transferReturns, and(eq(transferReturns.transferId, transferId), isOther))) > 0;
}

/**
 * Takes a transfer out of the books again whose payout was not made, where the account of the payee has no balance: the
 * donation is owed again, and can be moved elsewhere. Does nothing where it has one, and while something else of it
 * has to come back. The caller has locked the donation, the person, the account and the transfer.
 */
export async function returnUnpaid(tx: Tx, transfer: Transfer, at: Date): Promise<void> {
  const { id, accountId, providerId, userId } = transfer;
  if (providerId !== null || (await isGoingBack(tx, id, null))) return;
  if ((await tx.$count(transfers, and(eq(transfers.id, id), wasMadeUpFor))) > 0) return;
  // Where a part made up for another's loss the rest is paid out from here, or that would be a loss again.
  if ((await hasRecovered(tx, id)) && (await findPayeeById(tx, accountId)).closedAt === null) return;
  const amount = await selectFree(tx, id);
  if (amount <= 0) return;
  const returnId = await insertReturn(tx, { transferId: id, amount, cause: "correction", at });
  await bookReturn(tx, await lockReturn(tx, returnId), { userId, providerId: null, at });
  await bookReturned(tx, transfer, at);
}
