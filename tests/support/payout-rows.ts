import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { newId } from "@/db/schema";

/** Rows of payouts as they are after each step, for tests that need the rows and not the way to them. Cents. */
export type Moved = {
  transferId: string;
  donationId: string;
  userId: string;
  accountId: string;
  amount: number;
};

type Entry = [account: "held" | "payee" | "bank" | "loss", amount: number];

async function enter(
  db: Db,
  cause: "transfer_id" | "transfer_return_id" | "payout_id",
  id: string,
  kind: string,
  userId: string,
  entries: Entry[],
  at: Date,
): Promise<void> {
  for (const [account, amount] of entries) {
    await db.execute(sql`
      insert into ledger_entries (${sql.identifier(cause)}, kind, account, user_id, amount, created_at)
      values (${id}, ${kind}, ${account}, ${userId}, ${amount}, ${at.toISOString()})`);
  }
}

/** An account that can be paid out to since `readyAt`, and its owner verified. */
export async function addReadyAccount(db: Db, userId: string, readyAt: Date): Promise<string> {
  const id = newId();
  await db.execute(sql`
    insert into payee_accounts (id, user_id, provider, provider_account_id, country, transfers, payouts, waits_for,
      submitted_at, ready_at, checked_at, created_at)
    select ${id}, ${userId}, 'stripe', ${`acct_${id}`}, 'NL', 'active', 'active', 'nobody', at, at, at, at
    from (values (${readyAt.toISOString()}::timestamptz)) v (at)`);
  await db.execute(sql`update users set bank_account_verified = true where id = ${userId}`);
  return id;
}

/** A transfer that took what is left of a donation to an account at `at`. */
export async function moveDonation(db: Db, donationId: string, accountId: string, at: Date): Promise<Moved> {
  const transferId = newId();
  const time = at.toISOString();
  const [row] = await db.execute<{ user_id: string; amount: number }>(sql`
    insert into transfers (id, donation_id, account_id, user_id, amount, state, charge_id, provider_id, release_at,
      created_at, sent_at)
    select ${transferId}, d.id, ${accountId}, d.recipient_id, d.amount - d.returned_amount, 'sent', d.charge_id,
      ${`tr_${transferId}`}, greatest(d.settled_at, ${time}::timestamptz), ${time}, greatest(d.settled_at, ${time}::timestamptz)
    from donations d where d.id = ${donationId} returning user_id, amount`);
  if (!row) throw new Error(`no donation ${donationId}`);
  const { user_id: userId, amount } = row;
  await db.execute(sql`update donations set is_owed = false where id = ${donationId}`);
  await enter(
    db,
    "transfer_id",
    transferId,
    "transfer",
    userId,
    [
      ["held", -amount],
      ["payee", amount],
    ],
    at,
  );
  return { transferId, donationId, userId, accountId, amount };
}

/** A payout of these amounts of transfers, `paid`, or `failed` and given back by the bank. */
export async function payOut(
  db: Db,
  donations: [moved: Moved, amount: number][],
  state: "paid" | "failed",
  at: Date,
): Promise<string> {
  const id = newId();
  const [first] = donations;
  if (!first) throw new Error("a payout has donations");
  const [{ accountId, userId }] = first;
  const total = donations.reduce((sum, [, amount]) => sum + amount, 0);
  const time = at.toISOString();
  await db.execute(sql`
    insert into payouts (id, account_id, user_id, amount, cause, state, provider_id, created_at, sent_at, paid_at, failed_at)
    values (${id}, ${accountId}, ${userId}, ${total}, 'owner', ${state}, ${`po_${id}`}, ${time}, ${time},
      ${state === "paid" ? time : null}, ${state === "failed" ? time : null})`);
  for (const [{ donationId, transferId }, amount] of donations) {
    await db.execute(sql`
      insert into payout_donations (payout_id, donation_id, transfer_id, amount, is_live)
      values (${id}, ${donationId}, ${transferId}, ${amount}, ${state !== "failed"})`);
  }
  await enter(
    db,
    "payout_id",
    id,
    "payout",
    userId,
    [
      ["payee", -total],
      ["bank", total],
    ],
    at,
  );
  if (state === "failed") {
    await enter(
      db,
      "payout_id",
      id,
      "payout_return",
      userId,
      [
        ["bank", -total],
        ["payee", total],
      ],
      at,
    );
  }
  return id;
}

/** The returns of a transfer that are due came back, or are our loss because the money is at the bank. */
export async function finishReturns(
  db: Db,
  moved: Moved,
  state: "done" | "short",
  at: Date,
): Promise<string[]> {
  const rows = await db.execute<{ id: string; amount: number }>(sql`
    update transfer_returns set state = ${state}, done_at = ${at.toISOString()}, check_at = null
    where transfer_id = ${moved.transferId} and state = 'due' returning id, amount`);
  for (const { id, amount } of rows) {
    const [kind, from] =
      state === "done" ? (["transfer_return", "payee"] as const) : (["loss", "loss"] as const);
    await enter(
      db,
      "transfer_return_id",
      id,
      kind,
      moved.userId,
      [
        [from, -amount],
        ["held", amount],
      ],
      at,
    );
  }
  await db.execute(sql`
    update transfers t set state = 'returned' where t.id = ${moved.transferId} and t.amount = (
      select sum(amount) from transfer_returns r where r.transfer_id = t.id and r.state = 'done')`);
  return rows.map(({ id }) => id);
}

/** A part of a loss was taken back from another transfer. */
export async function recover(
  db: Db,
  lossId: string,
  from: Moved,
  amount: number,
  at: Date,
): Promise<string> {
  const id = newId();
  const time = at.toISOString();
  await db.execute(sql`
    insert into transfer_returns (id, transfer_id, amount, cause, state, recovers_id, provider_id, created_at, done_at)
    select ${id}, ${from.transferId}, ${amount}, cause, 'done', id, ${`trr_${id}`}, ${time}, ${time}
    from transfer_returns where id = ${lossId}`);
  await enter(
    db,
    "transfer_return_id",
    id,
    "recovery",
    from.userId,
    [
      ["payee", -amount],
      ["loss", amount],
    ],
    at,
  );
  return id;
}
