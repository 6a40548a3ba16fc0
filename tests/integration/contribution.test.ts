import { describe, expect, it } from "vitest";
import { donationNotes } from "@/db/schema";
import { findContribution, hasGivenTo } from "@/lib/domain/donations/queries";
import { deleteRequest } from "@/lib/domain/requests/delete-request";
import { setClock } from "@/lib/ground/clock";
import { openBooks } from "../support/books";
import { requestRow, start, tell } from "../support/donating";
import { addPerson, addRequest } from "../support/people";

const { database, card, context } = openBooks();

const NOON = Date.parse("2026-11-22T12:00:00Z");

async function asked(goal: number, options: Parameters<typeof addPerson>[1] = {}) {
  const owner = await addPerson(database.db, options);
  return { owner, request: await addRequest(database.db, owner, { goal }) };
}

/** A donation of decimal `amount`, credited so many minutes after noon. */
async function gave(request: { id: string }, amount: string, minutes = 0) {
  setClock(() => new Date(NOON + minutes * 60_000));
  const donor = await addPerson(database.db);
  const given = await start(context, donor, request, amount);
  card.pay(given.paymentId);
  await tell(context, given.paymentId);
  return { ...given, donorId: donor.id };
}

const find = ({ donationId, donorId }: { donationId: string; donorId: string }) =>
  findContribution(database.db, { id: donationId, donorId });

describe("what a donation did for its request", () => {
  it("is the part of the bar that it added, also when others gave since", async () => {
    const { request } = await asked(10_000);
    await gave(request, "20");
    const mine = await gave(request, "25", 1);
    expect(await find(mine)).toMatchObject({
      request: { id: request.id, raised: 4_500, goal: 10_000 },
      raisedBefore: 2_000,
      hasCompleted: false,
    });
    await gave(request, "5", 2);
    expect(await find(mine)).toMatchObject({ request: { raised: 5_000 }, raisedBefore: 2_500 });
  });

  it("completed the goal for the donor who reached it, for nobody before and nobody after", async () => {
    const { request } = await asked(3_000, { subscriptionTier: "gold" });
    const before = await gave(request, "20");
    const reached = await gave(request, "10", 1);
    const after = await gave(request, "5", 2);
    const completed = [await find(before), await find(reached), await find(after)].map(
      (found) => found?.hasCompleted,
    );
    expect(completed).toEqual([false, true, false]);
    expect((await find(reached))?.request.isCompleted).toBe(true);
  });

  it("is less after a partial refund, and no longer completes a goal that it does not reach", async () => {
    const { request } = await asked(2_000);
    const mine = await gave(request, "20");
    expect(await find(mine)).toMatchObject({ raisedBefore: 0, hasCompleted: true });
    card.truth(mine.paymentId).returned = 510;
    await tell(context, mine.paymentId);
    const { raised } = await requestRow(database.db, request.id);
    expect(raised).toBeLessThan(2_000);
    expect(await find(mine)).toMatchObject({ request: { raised }, raisedBefore: 0, hasCompleted: false });
  });

  it("has what its donor wrote, also while it is hidden from others", async () => {
    const { request } = await asked(10_000);
    const mine = await gave(request, "20");
    expect((await find(mine))?.message).toBeNull();
    await database.db.insert(donationNotes).values({
      donationId: mine.donationId,
      requestId: request.id,
      text: "Ride safely!",
      hiddenAt: new Date(NOON),
    });
    expect((await find(mine))?.message).toBe("Ride safely!");
  });

  it("is nobody's but the donor's", async () => {
    const { owner, request } = await asked(10_000);
    const mine = await gave(request, "20");
    const other = await addPerson(database.db);
    for (const { id } of [owner, other]) expect(await find({ ...mine, donorId: id })).toBeNull();
  });

  it("is nothing before it is credited, after it went back, and when the request is gone", async () => {
    const { owner, request } = await asked(10_000);
    const donor = await addPerson(database.db);
    const open = await start(context, donor, request, "10");
    expect(await find({ ...open, donorId: donor.id })).toBeNull();

    const back = await gave(request, "20");
    card.truth(back.paymentId).refunded = true;
    await tell(context, back.paymentId);
    expect(await find(back)).toBeNull();

    const mine = await gave(request, "30");
    expect(await find(mine)).not.toBeNull();
    await database.db.transaction((tx) => deleteRequest(tx, owner, request.id));
    expect(await find(mine)).toBeNull();
  });
});

describe("who gave to a request", () => {
  it("comes back to it in the feed; nobody else, and not once it all went back (D20)", async () => {
    const { owner, request } = await asked(10_000);
    const mine = await gave(request, "20");
    const has = (id: string, to = request.id) => hasGivenTo(database.db, id, to);
    expect(await has(mine.donorId)).toBe(true);
    expect(await has(owner.id)).toBe(false);
    expect(await has((await addPerson(database.db)).id)).toBe(false);
    expect(await has(mine.donorId, (await asked(10_000)).request.id)).toBe(false);
    for (const id of ["", "x", "{}"]) expect(await has(mine.donorId, id)).toBe(false);
    card.truth(mine.paymentId).refunded = true;
    await tell(context, mine.paymentId);
    expect(await has(mine.donorId)).toBe(false);
  });
});
