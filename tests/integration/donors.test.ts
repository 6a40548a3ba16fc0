import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { users } from "@/db/schema";
import { updateUser } from "@/lib/domain/accounts/update-user";
import { facesOf } from "@/lib/domain/donors/faces";
import { decide, liftDecision } from "@/lib/domain/operator/decide";
import { erasePerson } from "@/lib/domain/privacy/erase-person";
import { deleteRequest } from "@/lib/domain/requests/delete-request";
import { openBooks } from "../support/books";
import { aDecision, addOperator } from "../support/deciding";
import { requestRow, start, tell } from "../support/donating";
import { addPerson, addRequest } from "../support/people";

const { database, card, context } = openBooks();

type Person = Awaited<ReturnType<typeof addPerson>>;
let donor: Person;
let recipient: Person;
let request: { id: string };
beforeEach(async () => {
  donor = await addPerson(database.db);
  recipient = await addPerson(database.db);
  request = await addRequest(database.db, recipient, { goal: 1_000_000 });
});

async function give(from: { id: string }, amount = "5.00"): Promise<string> {
  const { paymentId } = await start(context, from, request, amount);
  card.pay(paymentId);
  expect(await tell(context, paymentId)).toBe("credited");
  return paymentId;
}

async function giveBack(paymentId: string): Promise<void> {
  card.truth(paymentId).refunded = true;
  expect(await tell(context, paymentId)).toBe("refunded");
}

/** Whose faces are on the card. */
const shown = async () =>
  ((await facesOf(database.db, [request.id]))[request.id] ?? []).map(({ username }) => username);

const change = (settings: Parameters<typeof updateUser>[2], person = donor) =>
  updateUser(database.db, person, settings);

describe("faces on a card", () => {
  it("are those who gave last, the latest first, each once and at most three", async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => addPerson(database.db)));
    for (const person of people) await give(person);
    const names = people.map(({ username }) => username);
    expect(await shown()).toEqual([names[3], names[2], names[1]]);
    await give(people[0] as Person);
    expect(await shown()).toEqual([names[0], names[3], names[2]]);
  });

  it("have what a card draws and nothing else", async () => {
    await database.db.update(users).set({ avatar: "🦤" }).where(eq(users.id, donor.id));
    await give(donor);
    expect(await facesOf(database.db, [request.id])).toEqual({
      [request.id]: [{ username: donor.username, avatar: "🦤", profileImageUrl: null }],
    });
  });

  it("are of the requests asked for, and none where nobody gave", async () => {
    await give(donor);
    const other = await addRequest(database.db, recipient);
    expect(await facesOf(database.db, [other.id])).toEqual({});
    expect(Object.keys(await facesOf(database.db, [other.id, request.id]))).toEqual([request.id]);
    await deleteRequest(database.db, recipient, request.id);
    expect(await facesOf(database.db, [request.id])).toEqual({});
  });
});

describe("who gave is not shown", () => {
  it("for a donation made anonymously, also once the profile is open again", async () => {
    await change({ anonymousProfile: true });
    await give(donor);
    expect(await shown()).toEqual([]);
    await change({ anonymousProfile: false });
    expect(await shown()).toEqual([]);
    expect((await requestRow(database.db, request.id)).donationCount).toBe(1);
  });

  it.each([
    ["the profile is anonymous", { anonymousProfile: true }, { anonymousProfile: false }],
    ["they hide what they gave", { hideGivenAmount: true }, { hideGivenAmount: false }],
  ])("while %s, whenever they gave", async (_, on, off) => {
    await give(donor);
    expect(await shown()).toEqual([donor.username]);
    await change(on);
    expect(await shown()).toEqual([]);
    await change(off);
    expect(await shown()).toEqual([donor.username]);
  });

  it("when a hidden amount was given, and another's face takes the place", async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => addPerson(database.db)));
    for (const person of people) await give(person);
    await change({ hideGivenAmount: true }, people[3] as Person);
    expect(await shown()).toEqual([2, 1, 0].map((n) => people[n]?.username));
  });

  it("while a decision hides them", async () => {
    await give(donor);
    const operator = await addOperator(database.db);
    const { decision } = await decide(context, operator, aDecision("person", donor.id, "hidden"));
    expect(await shown()).toEqual([]);
    await liftDecision(context, operator, { decision: decision.id, reason: "a mistake" });
    expect(await shown()).toEqual([donor.username]);
  });

  it("after their account was erased", async () => {
    await give(donor);
    await database.db.transaction((tx) => erasePerson(tx, donor.id, new Date()));
    expect(await shown()).toEqual([]);
  });

  it("once all that they gave openly went back", async () => {
    const [first, second] = [await give(donor), await give(donor)];
    await giveBack(first);
    expect(await shown()).toEqual([donor.username]);
    await change({ anonymousProfile: true });
    await give(donor);
    await change({ anonymousProfile: false });
    await giveBack(second);
    // An anonymous donation is left, and it names nobody.
    expect(await shown()).toEqual([]);
    expect((await requestRow(database.db, request.id)).donationCount).toBe(1);
  });
});
