import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { mails } from "@/db/schema";
import { listAudit } from "@/lib/domain/operator/queries";
import { findReturnable, returnMarked } from "@/lib/domain/operator/return-donations";
import { askPayout } from "@/lib/domain/payouts/ask-payout";
import { settlePayoutOf } from "@/lib/domain/payouts/settle-payout";
import { deleteRequest } from "@/lib/domain/requests/delete-request";
import * as decided from "../support/deciding";
import { donationRow, requestRow, start, tell } from "../support/donating";
import { ledgerOf, openPayoutBooks } from "../support/payouts";
import { addPerson } from "../support/people";

const { database, card, context, bank, addPayee, give, later, housekeeping, addRequest } = openPayoutBooks();

const returnAll = async (request: { id: string }) =>
  (await decided.returnAll(context, { requestId: request.id })).returned;
/** What an interrupted return left, and its state. */
const again = (request: { id: string }) => returnMarked(context, request.id);
const auditOf = async (request: { id: string }) =>
  (await listAudit(database.db, { subjectId: request.id, limit: 10 })).map(({ action, after }) => [
    action,
    after,
  ]);

/** A request with 10.00 in the bank, 20.00 in its owner's account, 30.00 owed, and 40.00 begun. */
async function scam() {
  const owner = await addPayee();
  const request = await addRequest(owner, 100_000);
  const inBank = await give(request, 1_000);
  later(7);
  await housekeeping();
  await askPayout(context, owner, {});
  const payout = [...bank.payouts.values()].at(-1)!;
  bank.come(payout, "paid");
  await settlePayoutOf(context, payout.id);
  const moved = await give(request, 2_000);
  later(2);
  await housekeeping();
  const owed = await give(request, 3_000);
  const begun = await start(context, await addPerson(database.db), request, "40");
  return { owner, request, inBank, moved, owed, begun };
}

describe("returning all donations of a request", () => {
  it("gives each back once, takes what was moved from its recipient, and says what is lost", async () => {
    const { owner, request, inBank, moved, owed, begun } = await scam();
    expect(await findReturnable(database.db, request.id)).toMatchObject({
      donations: 3,
      amount: 6_120,
      inBank: 1_000,
    });
    expect(await returnAll(request)).toMatchObject({
      refunded: { donations: 3, amount: 6_120 },
      due: { donations: 0, amount: 0 },
      // What is in the account makes up for the loss later.
      fromAccount: 2_000,
      askedBack: 0,
      lost: 1_000,
      pendingDonations: 1,
      problems: [],
    });
    expect(await requestRow(database.db, request.id)).toMatchObject({ isActive: false, raised: 0 });
    for (const { donationId } of [inBank, moved, owed]) {
      expect(await donationRow(database.db, donationId)).toMatchObject({
        paymentStatus: "refunded",
        refundReason: "request_removed",
      });
    }
    expect(await ledgerOf(database.db, owner.id)).toMatchObject({ bank: 1_000, loss: -1_000 });

    card.pay(begun.paymentId);
    expect(await tell(context, begun.paymentId)).toBe("refunded");
    expect(await again(request)).toMatchObject({ pendingDonations: 0, due: { donations: 0 } });
    expect(card.refunds.size).toBe(4);
    expect(await auditOf(request)).toMatchObject([
      ["return_donations", { donations: 3, amount: 6_120 }],
      ["decide", { measure: "returned" }],
    ]);
  });

  it("is done once by three operators at once", async () => {
    const { request } = await scam();
    const all = await Promise.allSettled([returnAll(request), returnAll(request), returnAll(request)]);
    expect(all.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(card.refunds.size).toBe(3);
    expect((await auditOf(request)).filter(([action]) => action === "return_donations")).toHaveLength(1);
  });

  it("goes on after an outage by itself, and says what is due meanwhile", async () => {
    const { request, moved } = await scam();
    card.failures = Array.from({ length: 3 }, () => ({ call: "refundPayment", acted: false }) as const);
    const first = await returnAll(request);
    expect(first).toMatchObject({ refunded: { donations: 0 }, due: { donations: 3, amount: 6_120 } });
    expect(first?.problems).toHaveLength(3);
    later(0, 2);
    await housekeeping();
    expect(await donationRow(database.db, moved.donationId)).toMatchObject({ paymentStatus: "refunded" });
    expect(await again(request)).toMatchObject({ refunded: { donations: 3 }, due: { donations: 0 } });
    expect(card.refunds.size).toBe(3);
  });

  it("names a donation whose dispute delays its refund, and returns the others", async () => {
    const { request, owed } = await scam();
    card.disputed.add(owed.paymentId);
    expect(await returnAll(request)).toMatchObject({
      refunded: { donations: 2 },
      due: { donations: 1, amount: 3_060 },
      problems: [{ donationId: owed.donationId, problem: "a dispute holds the money" }],
    });
    card.disputed.clear();
    expect(await again(request)).toMatchObject({ refunded: { donations: 3 }, problems: [] });
  });

  it("works for a request that its owner deleted, whose donors read that", async () => {
    const { owner, request, owed } = await scam();
    await deleteRequest(database.db, owner, request.id);
    expect(await returnAll(request)).toMatchObject({ refunded: { donations: 3 } });
    expect(await donationRow(database.db, owed.donationId)).toMatchObject({
      refundReason: "request_deleted",
    });
    const sent = await database.db.select().from(mails).where(eq(mails.userId, owner.id));
    expect(sent.filter(({ kind }) => kind === "donation_taken_back")).toHaveLength(3);
  });
});
