import { beforeEach, expect, it } from "vitest";
import { findOwnRank, listLeaderboard } from "@/lib/domain/leaderboard/queries";
import { setClock } from "@/lib/ground/clock";
import { openBooks } from "../support/books";
import { expectBalancedBooks, start, tell, userRow } from "../support/donating";
import { addPerson, addRequest } from "../support/people";

/** A Sunday evening: with midnight, in Amsterdam an hour later, a day, a week and a month begin. */
const BEFORE = new Date("2026-05-31T21:00:00Z");
const AFTER = new Date("2026-05-31T22:00:00Z");

const { database, card, context } = openBooks();

let donor: { id: string };
let request: { id: string };
beforeEach(async () => {
  setClock(() => BEFORE);
  donor = await addPerson(database.db);
  request = await addRequest(database.db, await addPerson(database.db), { goal: 50_000 });
});

/** Gives decimal `amount`, settled at a time. */
async function give(amount: string, at: Date): Promise<string> {
  setClock(() => at);
  const { paymentId } = await start(context, donor, request, amount);
  card.pay(paymentId);
  expect(await tell(context, paymentId)).toBe("credited");
  return paymentId;
}

async function takeBack(paymentId: string, at: Date): Promise<void> {
  setClock(() => at);
  card.truth(paymentId).refunded = true;
  expect(await tell(context, paymentId)).toBe("refunded");
}

const given = async () => {
  const { monthlyStart, monthlyGiven, weeklyStart, weeklyGiven, dailyStart, dailyGiven } = await userRow(
    database.db,
    donor.id,
  );
  return [monthlyStart, monthlyGiven, weeklyStart, weeklyGiven, dailyStart, dailyGiven];
};

it("begin at nothing with each period, and are read as nothing once it is over", async () => {
  await give("5.00", BEFORE);
  await give("2.00", BEFORE);
  expect(await given()).toEqual(["2026-05-01", 700, "2026-05-25", 700, "2026-05-31", 700]);
  setClock(() => AFTER);
  expect(await findOwnRank(database.db, donor.id, "weekly")).toMatchObject({ rank: null, given: 0 });
  expect(await listLeaderboard(database.db, { period: "all", viewerId: donor.id })).toContainEqual(
    expect.objectContaining({
      id: donor.id,
      totalGiven: 700,
      monthlyGiven: 0,
      weeklyGiven: 0,
      dailyGiven: 0,
    }),
  );
  await give("1.00", AFTER);
  expect(await given()).toEqual(["2026-06-01", 100, "2026-06-01", 100, "2026-06-01", 100]);
});

it("lose only what was given in them when it goes back", async () => {
  const earlier = await give("5.00", BEFORE);
  const later = await give("1.00", AFTER);
  await takeBack(earlier, AFTER);
  expect(await given()).toEqual(["2026-06-01", 100, "2026-06-01", 100, "2026-06-01", 100]);
  await takeBack(later, AFTER);
  expect(await given()).toEqual(["2026-06-01", 0, "2026-06-01", 0, "2026-06-01", 0]);
});

it("stay with the later period when another server's clock is behind", async () => {
  await give("1.00", AFTER);
  const behind = await give("5.00", BEFORE);
  expect(await given()).toEqual(["2026-06-01", 100, "2026-06-01", 100, "2026-06-01", 100]);
  await expectBalancedBooks(database.db);
  await takeBack(behind, BEFORE);
  expect(await given()).toEqual(["2026-06-01", 100, "2026-06-01", 100, "2026-06-01", 100]);
});
