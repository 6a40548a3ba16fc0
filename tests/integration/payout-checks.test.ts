import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { findConcerns, findDisagreements } from "@/db/checks";
import type { Db } from "@/db/client";
import { newId } from "@/db/schema";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { openBooks } from "../support/books";
import { start, tell } from "../support/donating";
import { addReadyAccount, finishReturns, moveDonation, payOut, recover } from "../support/payout-rows";
import { addPerson, addRequest } from "../support/people";

const { database, card, context } = openBooks();

const soon = (days = 0) => new Date(now().getTime() + days * DAY + 60_000);

/**
 * A person's books with everything that can happen: `paid` is at the bank, 5.00 of `lost` were refunded after it was
 * paid out and 3.00 of that recovered from `back`, whose first payout failed, `gone` was refunded before it was paid
 * out, and `owed` was not moved yet.
 */
async function fullBooks() {
  const { db } = database;
  const [owner, donor] = [await addPerson(db), await addPerson(db)];
  const request = await addRequest(db, owner, { goal: 100_000 });
  const account = await addReadyAccount(db, owner.id, now());
  const give = async () => {
    const started = await start(context, donor, request, "20.00");
    card.pay(started.paymentId);
    await tell(context, started.paymentId);
    return started;
  };
  const refund = async ({ paymentId }: { paymentId: string }, returned: number) => {
    card.truth(paymentId).returned = returned;
    await tell(context, paymentId);
  };
  const [paid, lost, back, gone, owed] = [
    await give(),
    await give(),
    await give(),
    await give(),
    await give(),
  ];
  const at = soon();
  const move = ({ donationId }: { donationId: string }) => moveDonation(db, donationId, account, at);
  const moved = {
    paid: await move(paid),
    lost: await move(lost),
    back: await move(back),
    gone: await move(gone),
  };
  const payout = await payOut(
    db,
    [
      [moved.paid, 2_000],
      [moved.lost, 2_000],
    ],
    "paid",
    at,
  );
  const failed = await payOut(db, [[moved.back, 2_000]], "failed", at);
  await refund(lost, 510);
  const [loss = ""] = await finishReturns(db, moved.lost, "short", at);
  const recovery = await recover(db, loss, moved.back, 300, at);
  await refund(gone, 2_040);
  const [gotBack = ""] = await finishReturns(db, moved.gone, "done", at);
  return {
    owner,
    donor,
    request,
    account,
    moved,
    payout,
    failed,
    loss,
    recovery,
    gotBack,
    owed: owed.donationId,
  };
}

type Books = Awaited<ReturnType<typeof fullBooks>>;

let books: Books;
beforeEach(async () => {
  books = await fullBooks();
});

class Undo extends Error {}

/** What the checks say of the books with an error in them, which is taken out again. */
async function saidOf(plant: (tx: Db, books: Books) => Promise<unknown>, at = soon()): Promise<string[]> {
  const said: string[] = [];
  const planted = database.db.transaction(async (tx) => {
    // Only the owner of the tables can plant what the triggers refuse.
    await tx.execute(sql`set local session_replication_role = replica`);
    await plant(tx, books);
    for (const { check } of await findDisagreements(tx, "Europe/Amsterdam")) said.push(check);
    for (const { check } of await findConcerns(tx, at)) said.push(check);
    throw new Undo();
  });
  await planted.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  return said;
}

/** The same with another row of a table, where the rules of the table allow only one. */
const copyTransfer = (tx: Db, { moved }: Books, changes: { donationId: string; state: string }) => {
  const id = newId();
  const isSent = changes.state === "sent";
  return tx.execute(sql`
    insert into transfers (id, donation_id, account_id, user_id, amount, round, state, release_at, created_at, sent_at)
    select ${id}, ${changes.donationId}, account_id, user_id, amount, 2, ${changes.state}, release_at, created_at,
      ${isSent ? sql`sent_at` : sql`null`} from transfers where id = ${moved.paid.transferId}
    returning id`);
};

const set = (table: string, column: string, to: string, id: string) => (tx: Db) =>
  tx.execute(
    sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${sql.raw(to)} where id = ${id}`,
  );

const forget =
  (cause: string, id: string, only = "true") =>
  (tx: Db) =>
    tx.execute(sql`delete from ledger_entries where ${sql.identifier(cause)} = ${id} and ${sql.raw(only)}`);

it("finds nothing in clean books", async () => {
  expect(await saidOf(async () => {})).toEqual([]);
});

const PLANTED: [error: string, check: string, plant: (tx: Db, books: Books) => Promise<unknown>][] = [
  [
    "a cent that vanished between account and bank",
    "every ledger movement adds up to zero",
    (tx, { payout }) =>
      tx.execute(
        sql`update ledger_entries set amount = amount - 1 where payout_id = ${payout} and account = 'bank'`,
      ),
  ],
  [
    "a partial refund that its donation does not know",
    "what went back of a donation in part is the sum of its partial refunds, in proportion",
    (tx, { moved }) => set("donations", "returned_amount", "400", moved.lost.donationId)(tx),
  ],
  [
    "a partial refund that moved something else",
    "what a partial refund moved is what its row says",
    (tx, { moved }) =>
      tx.execute(sql`update donation_returns set amount = 400 where donation_id = ${moved.lost.donationId}`),
  ],
  [
    "a donation that nobody owes any more",
    "a donation is owed if it was credited and no transfer took it",
    (tx, { owed }) => set("donations", "is_owed", "false", owed)(tx),
  ],
  [
    "a donation that is owed although it was moved",
    "a donation is owed if it was credited and no transfer took it",
    (tx, { moved }) => set("donations", "is_owed", "true", moved.paid.donationId)(tx),
  ],
  [
    "a refunded donation whose money stays in the account",
    "what was moved of a donation, less what comes back, is what is left of it",
    (tx, { gotBack }) => tx.execute(sql`delete from transfer_returns where id = ${gotBack}`),
  ],
  [
    "more moved than was given",
    "a transfer moves at most its donation, to its recipient, by its charge",
    (tx, { moved }) => set("transfers", "amount", "2001", moved.paid.transferId)(tx),
  ],
  [
    "a transfer to somebody else's account",
    "a transfer moves at most its donation, to its recipient, by its charge",
    (tx, { account, donor }) => set("payee_accounts", "user_id", `'${donor.id}'`, account)(tx),
  ],
  [
    "a second transfer of a donation",
    "a donation has one transfer that is planned or sent",
    async (tx, each) => {
      await tx.execute(sql`drop index transfers_one_alive`);
      await copyTransfer(tx, each, { donationId: each.moved.paid.donationId, state: "sent" });
    },
  ],
  [
    "a transfer that the ledger does not know",
    "a transfer's state agrees with its ledger movement",
    (tx, { moved }) => forget("transfer_id", moved.paid.transferId)(tx),
  ],
  [
    "a transfer of another amount in the ledger",
    "what a transfer moved is what its row says",
    (tx, { moved }) =>
      tx.execute(
        sql`update ledger_entries set amount = amount * 2 where transfer_id = ${moved.paid.transferId}`,
      ),
  ],
  [
    "a loss that is only said",
    "the state of a return agrees with its ledger movement",
    (tx, { loss }) => forget("transfer_return_id", loss)(tx),
  ],
  [
    "a return of another amount in the ledger",
    "what a return moved is what its row says",
    (tx, { gotBack }) =>
      tx.execute(sql`update ledger_entries set amount = amount / 2 where transfer_return_id = ${gotBack}`),
  ],
  [
    "more back from a transfer than it moved",
    "no more comes back of a transfer than it moved",
    (tx, { gotBack }) => set("transfer_returns", "amount", "2001", gotBack)(tx),
  ],
  [
    "more recovered than was lost",
    "no more is recovered than was lost, and from the same person",
    (tx, { recovery }) => set("transfer_returns", "amount", "501", recovery)(tx),
  ],
  [
    "a payout of more than its donations",
    "a payout is the sum of its donations",
    (tx, { payout }) => set("payouts", "amount", "4001", payout)(tx),
  ],
  [
    "a donation that is paid out twice",
    "a donation is in one payout that did not fail",
    async (tx, { failed }) => {
      const alive = sql`state = 'paid', failed_at = null, paid_at = created_at`;
      await tx.execute(sql`update payouts set ${alive} where id = ${failed}`);
      await tx.execute(sql`drop index payout_donations_one_alive`);
      await tx.execute(sql`
        insert into payouts select (jsonb_populate_record(p, jsonb_build_object('id', ${newId()}::text, 'provider_id', 'po_2'))).*
        from payouts p where id = ${failed}`);
      await tx.execute(sql`
        insert into payout_donations select p.id, g.donation_id, g.transfer_id, g.amount, true
        from payout_donations g, payouts p where g.payout_id = ${failed} and p.provider_id = 'po_2'`);
    },
  ],
  [
    "a failed payout whose donations are bound to it",
    "a donation is in one payout that did not fail",
    (tx, { failed }) =>
      tx.execute(sql`update payout_donations set is_live = true where payout_id = ${failed}`),
  ],
  [
    "a payout of what was not moved",
    "a payout pays what was moved to its own account",
    (tx, { moved }) =>
      tx.execute(
        sql`update transfers set state = 'planned', sent_at = null where id = ${moved.paid.transferId}`,
      ),
  ],
  [
    "a payout that the ledger does not know",
    "a payout's state agrees with its ledger movements",
    (tx, { payout }) => forget("payout_id", payout)(tx),
  ],
  [
    "a failed payout that did not come back",
    "a payout's state agrees with its ledger movements",
    (tx, { failed }) => forget("payout_id", failed, "kind = 'payout_return'")(tx),
  ],
  [
    "a payout of another amount in the ledger",
    "what a payout moved is what its row says",
    (tx, { payout }) =>
      tx.execute(sql`update ledger_entries set amount = amount / 2 where payout_id = ${payout}`),
  ],
  [
    "a donation that somebody got and is not owed",
    "what is owed to a person is what their entries say",
    (tx, { owed }) => forget("donation_id", owed)(tx),
  ],
  [
    "more paid out than was in the account",
    "no account of a payee is below zero, and no loss is above",
    (tx, { payout }) =>
      tx.execute(sql`update ledger_entries set amount = amount * 3 where payout_id = ${payout}`),
  ],
  [
    "a loss that was recovered twice over",
    "no account of a payee is below zero, and no loss is above",
    (tx, { recovery }) =>
      tx.execute(sql`update ledger_entries set amount = amount * 3 where transfer_return_id = ${recovery}`),
  ],
  [
    "a transfer before its release",
    "nothing is moved before its release, or to an account that was not ready",
    (tx, { moved }) =>
      set("transfers", "release_at", "sent_at + interval '1 second'", moved.paid.transferId)(tx),
  ],
  [
    "a transfer to an account that was never ready",
    "nothing is moved before its release, or to an account that was not ready",
    (tx, { account }) => set("payee_accounts", "ready_at", "null", account)(tx),
  ],
  [
    "a transfer to a closed account",
    "nothing is moved before its release, or to an account that was not ready",
    (tx, { account }) => set("payee_accounts", "closed_at", "created_at - interval '1 hour'", account)(tx),
  ],
  [
    "a transfer while the person is held",
    "nothing is moved or paid out while it is held",
    (tx, { owner, moved }) =>
      tx.execute(sql`
        insert into holds (id, user_id, cause, placed_at, lifted_at)
        select ${newId()}, ${owner.id}, 'operator', created_at - interval '1 day', created_at + interval '1 day'
        from transfers where id = ${moved.paid.transferId}`),
  ],
  [
    "a payout while its request is held",
    "nothing is moved or paid out while it is held",
    (tx, { request, payout }) =>
      tx.execute(sql`
        insert into holds (id, request_id, cause, placed_at)
        select ${newId()}, ${request.id}, 'report', created_at - interval '1 day' from payouts where id = ${payout}`),
  ],
  [
    "a dispute that goes on after the money went back",
    "a disputed donation is one that can still be lost",
    (tx, { moved }) =>
      tx.execute(sql`
        insert into holds (id, donation_id, cause, placed_at) values (${newId()}, ${moved.gone.donationId}, 'dispute', now())`),
  ],
  [
    "an account that pays out and counts as not verified",
    "a bank account is verified while its owner's account pays out",
    (tx, { owner }) => set("users", "bank_account_verified", "false", owner.id)(tx),
  ],
  [
    "a person without an account who counts as verified",
    "a bank account is verified while its owner's account pays out",
    (tx, { donor }) => set("users", "bank_account_verified", "true", donor.id)(tx),
  ],
];

it.each(PLANTED)("finds %s", async (_, check, plant) => {
  expect(await saidOf(plant)).toContain(check);
});

describe("what an operator should look at", () => {
  it.each([
    [
      "a transfer, a return or a payout waits for more than three days",
      (tx: Db, each: Books) => copyTransfer(tx, each, { donationId: each.owed, state: "planned" }),
      4,
    ],
    [
      "a payout is on its way for more than ten days",
      (tx: Db, { payout }: Books) =>
        tx.execute(sql`update payouts set state = 'on_the_way', paid_at = null where id = ${payout}`),
      11,
    ],
  ] as const)("%s", async (concern, plant, days) => {
    expect(await saidOf(plant, soon(days - 2))).not.toContain(concern);
    expect(await saidOf(plant, soon(days))).toContain(concern);
  });
});
