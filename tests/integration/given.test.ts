import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { newId, notifications } from "@/db/schema";
import { updateUser } from "@/lib/domain/accounts/update-user";
import {
  changeDonation,
  findGiven,
  findYearGiven,
  listGiven,
  listYearsGiven,
} from "@/lib/domain/given/given";
import type { GivenDonation } from "@/lib/domain/given/schema";
import { listNotifications } from "@/lib/domain/messages/queries";
import { takeBack } from "@/lib/domain/payouts/take-back";
import { erasePerson } from "@/lib/domain/privacy/erase-person";
import { block } from "@/lib/domain/users/block";
import { expectBalancedBooks, requestRow, start, tell, userRow } from "../support/donating";
import { openPayoutBooks, payoutsOf } from "../support/payouts";
import { addPerson } from "../support/people";

const { database, card, bank, context, addPayee, give, later, housekeeping, addRequest } = openPayoutBooks();

async function given(cents = 1_000, goal = 1_000) {
  const owner = await addPayee();
  const request = await addRequest(owner, goal);
  const donation = await give(request, cents);
  return { owner, request, ...donation, donor: { id: donation.donorId } };
}
type Given = Awaited<ReturnType<typeof given>>;

const read = ({ donorId, donationId }: Given) => findGiven(context, donorId, donationId);
const stepsOf = (donation: GivenDonation) => donation.steps.map(({ step }) => step);
const told = async (id: string, type: string) =>
  (await listNotifications(database.db, id, { limit: 20, cursor: null })).items.filter(
    (each) => each.type === type,
  );

const come = (payout: { providerId: string | null } | undefined, state: "paid" | "failed") => {
  const found = bank.payouts.get(payout?.providerId ?? "");
  expect(found).toBeDefined();
  if (found) bank.come(found, state);
};

/** Another donation of somebody's, credited. */
async function giveAgain(donor: { id: string }, request: { id: string }, amount: string) {
  const started = await start(context, donor, request, amount);
  card.pay(started.paymentId);
  expect(await tell(context, started.paymentId)).toBe("credited");
  return started;
}

describe("what became of a donation", () => {
  it("has a step for each row, until it is in the bank, which its donor is told once", async () => {
    const donation = await given();
    const waiting = await read(donation);
    expect(stepsOf(waiting)).toEqual(["paid", "counted"]);
    expect(waiting).toMatchObject({ amount: 1_000, serviceFee: 20, total: 1_020, method: "ideal" });
    expect(waiting.canTakeBackUntil).toBe("2026-11-30T10:00:00.000Z");
    expect(waiting.steps.at(-1)?.until).toBe(waiting.canTakeBackUntil);
    later(7, 1);
    await housekeeping();
    await housekeeping();
    expect(stepsOf(await read(donation))).toEqual(["paid", "counted", "free", "on_its_way"]);
    expect((await read(donation)).canTakeBackUntil).toBeNull();
    expect(await told(donation.donorId, "arrived")).toEqual([]);
    const [payout] = await payoutsOf(database.db, donation.owner.id);
    come(payout, "paid");
    later(0, 61);
    await housekeeping();
    expect(stepsOf(await read(donation))).toEqual(["paid", "counted", "free", "on_its_way", "in_bank"]);
    expect(await told(donation.donorId, "arrived")).toMatchObject([{ amount: 1_000 }]);
    later(0, 61);
    await housekeeping();
    expect(await told(donation.donorId, "arrived")).toHaveLength(1);
    come(payout, "failed");
    later(0, 61);
    await housekeeping();
    expect(stepsOf(await read(donation))).not.toContain("in_bank");
    expect(await told(donation.donorId, "arrived")).toEqual([]);
  });

  it("is for its donor alone, once it is paid", async () => {
    const donation = await given();
    const unpaid = await start(context, donation.donor, await addRequest(await addPerson(database.db)), "5");
    const page = await listGiven(context, donation.donorId, { limit: 10 });
    expect(page.items.map(({ donationId }) => donationId)).toEqual([donation.donationId]);
    for (const [person, id] of [
      [donation.owner.id, donation.donationId],
      [donation.donorId, unpaid.donationId],
      [donation.donorId, newId()],
      [donation.donorId, "x"],
    ] as const) {
      await expect(findGiven(context, person, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
      const change = changeDonation(context, { id: person }, id, { anonymous: true });
      await expect(change).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
  });

  it("ends with what went back, and is not counted in the year then", async () => {
    const donation = await given();
    const year = () => findYearGiven(database.db, donation.donorId, 2026);
    expect(await listYearsGiven(database.db, donation.donorId)).toEqual([2026]);
    expect(await year()).toMatchObject({ people: 1 });
    expect((await year()).months[10]).toEqual({ start: "2026-11-01", given: 1_000 });
    await takeBack(context, donation.donor, donation.donationId);
    const shown = await read(donation);
    expect(stepsOf(shown)).toEqual(["paid", "counted", "returned"]);
    expect(shown).toMatchObject({ isRefundDue: false, canTakeBackUntil: null });
    expect(await year()).toMatchObject({ people: 0 });
    expect(await listYearsGiven(database.db, donation.donorId)).toEqual([]);
  });

  it("comes in pages, newest first, each once", async () => {
    const donation = await given(1_000, 10_000);
    for (const amount of ["2", "3", "4"]) {
      later(0, 1);
      await giveAgain(donation.donor, donation.request, amount);
    }
    const first = await listGiven(context, donation.donorId, { limit: 3 });
    const second = await listGiven(context, donation.donorId, { limit: 3, cursor: first.next });
    expect([...first.items, ...second.items].map(({ amount }) => amount)).toEqual([400, 300, 200, 1_000]);
    expect(second.next).toBeNull();
    await expect(listGiven(context, donation.donorId, { limit: 3, cursor: "x" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
  });
});

describe("saying afterwards who gave", () => {
  const change = (donation: Given, anonymous: boolean) =>
    changeDonation(context, donation.donor, donation.donationId, { anonymous });
  /** Everything that shows it: total, month, card, and the name in the message. */
  const seen = async ({ donorId, owner, request }: Given) => {
    const { publicGiven, monthlyPublic, totalGiven } = await userRow(database.db, donorId);
    const { lastDonors } = await requestRow(database.db, request.id);
    const [note] = await told(owner.id, "donation");
    return [publicGiven, monthlyPublic, totalGiven, lastDonors.includes(donorId), note?.donorName !== null];
  };

  it("moves what is left of it out of what others see, and back", async () => {
    const donation = await given(1_000, 10_000);
    expect(await seen(donation)).toEqual([1_000, 1_000, 1_000, true, true]);
    expect(await change(donation, true)).toMatchObject({ anonymous: true });
    expect(await change(donation, true)).toMatchObject({ anonymous: true });
    expect(await seen(donation)).toEqual([0, 0, 1_000, false, false]);
    expect(await change(donation, false)).toMatchObject({ anonymous: false });
    expect(await seen(donation)).toEqual([1_000, 1_000, 1_000, true, true]);
    await expectBalancedBooks(database.db);
  });

  it("keeps who gave twice on the card, and counts nothing of what went back", async () => {
    const donation = await given(1_000, 10_000);
    const again = await giveAgain(donation.donor, donation.request, "3");
    await change(donation, true);
    expect((await seen(donation)).slice(0, 4)).toEqual([300, 300, 1_300, true]);
    card.truth(again.paymentId).returned = 153;
    await tell(context, again.paymentId);
    await changeDonation(context, donation.donor, again.donationId, { anonymous: true });
    expect((await seen(donation)).slice(0, 4)).toEqual([0, 0, 1_150, false]);
    await takeBack(context, donation.donor, donation.donationId);
    await change(donation, false);
    expect((await seen(donation)).slice(0, 4)).toEqual([0, 0, 150, false]);
    await expectBalancedBooks(database.db);
  });

  it("does not show somebody who is anonymous, or whom a block is about", async () => {
    const donation = await given(1_000, 10_000);
    await change(donation, true);
    await updateUser(database.db, donation.donor, { anonymousProfile: true });
    expect(await change(donation, false)).toMatchObject({ anonymous: true });
    await updateUser(database.db, donation.donor, { anonymousProfile: false });
    const { username } = await userRow(database.db, donation.donorId);
    await block(database.db, donation.owner, username);
    expect(await change(donation, false)).toMatchObject({ anonymous: true });
    expect(await seen(donation)).toEqual([0, 0, 1_000, false, false]);
    await expectBalancedBooks(database.db);
  });

  it("is the same in the end however often it is said at once, beside refunds and other donations", async () => {
    const donation = await given(1_000, 10_000);
    const others = Array.from({ length: 4 }, () => giveAgain(donation.donor, donation.request, "1"));
    const says = Array.from({ length: 12 }, (_, n) => change(donation, n % 2 === 0));
    await Promise.all([...others, ...says, takeBack(context, donation.donor, donation.donationId)]);
    await expectBalancedBooks(database.db);
    expect((await seen(donation)).slice(0, 4)).toEqual([400, 400, 400, true]);
  });

  it("tells nobody who erased their account that their money arrived", async () => {
    const donation = await given();
    await database.db.transaction((tx) => erasePerson(tx, donation.donorId, new Date()));
    later(7, 1);
    await housekeeping();
    await housekeeping();
    const [payout] = await payoutsOf(database.db, donation.owner.id);
    come(payout, "paid");
    later(0, 61);
    await housekeeping();
    const rows = await database.db
      .select({ type: notifications.type })
      .from(notifications)
      .where(eq(notifications.userId, donation.donorId));
    expect(rows.map(({ type }) => type)).not.toContain("arrived");
  });
});
