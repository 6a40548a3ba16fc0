import { text as textOf } from "node:stream/consumers";
import { beforeEach, describe, expect, it } from "vitest";
import { updateUser } from "@/lib/domain/accounts/update-user";
import { findOwnRank, listLeaderboard } from "@/lib/domain/leaderboard/queries";
import { listNotifications } from "@/lib/domain/messages/queries";
import { erasePerson } from "@/lib/domain/privacy/erase-person";
import { exportData } from "@/lib/domain/privacy/export-data";
import { findRequest } from "@/lib/domain/requests/queries";
import { findMe } from "@/lib/domain/users/queries";
import { openBooks } from "../support/books";
import { donationRow, expectBalancedBooks, start, tell, userRow } from "../support/donating";
import { addPerson, addRequest, STRANGER } from "../support/people";

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

const turn = (anonymousProfile: boolean, person = donor) =>
  updateUser(database.db, person, { anonymousProfile });

async function pay(started: Awaited<ReturnType<typeof start>>) {
  card.pay(started.paymentId);
  expect(await tell(context, started.paymentId)).toBe("credited");
  return started;
}

const give = async (amount: string) => pay(await start(context, donor, request, amount));

/** How the recipient sees each donation, the newest first. */
async function told() {
  const { items } = await listNotifications(database.db, recipient.id, { limit: 20 });
  return items.map(({ amount, donorName, isPersonErased }) => [
    amount,
    isPersonErased ? "erased" : donorName,
  ]);
}

describe("the donation keeps whether it was anonymous (D36)", () => {
  it("turning it off names no earlier donation, turning it on hides all", async () => {
    await give("5.00");
    await turn(true);
    await give("6.00");
    await turn(false);
    await give("7.00");
    const { username } = donor;
    expect(await told()).toEqual([
      [700, username],
      [600, null],
      [500, username],
    ]);
    await turn(true);
    expect(await told()).toEqual([
      [700, null],
      [600, null],
      [500, null],
    ]);
  });

  it.each([
    ["began", true, false],
    ["was booked", false, true],
  ])("is anonymous when the donor was as it %s", async (_, before, after) => {
    await turn(before);
    const started = await start(context, donor, request, "5.00");
    expect(await donationRow(database.db, started.donationId)).toMatchObject({ anonymous: before });
    await turn(after);
    await pay(started);
    await turn(false);
    expect(await donationRow(database.db, started.donationId)).toMatchObject({ anonymous: true });
    expect(await told()).toEqual([[500, null]]);
  });

  it("stays so in what the recipient is told of a refund, and in their export", async () => {
    await turn(true);
    const { paymentId } = await give("5.00");
    await turn(false);
    card.truth(paymentId).refunded = true;
    expect(await tell(context, paymentId)).toBe("refunded");
    expect((await told()).map(([, name]) => name)).toEqual([null, null]);
    const text = await textOf((await exportData(database.db, recipient)).json);
    expect(text).not.toContain(donor.username);
    const own = await listNotifications(database.db, donor.id, { limit: 5 });
    expect(own.items).toMatchObject([{ type: "refund", donorName: donor.username }]);
  });

  it("an erased donor is still anonymous where they were, and deleted where they were named", async () => {
    await give("5.00");
    await turn(true);
    await give("6.00");
    await turn(false);
    const open = await told();
    await database.db.transaction((tx) => erasePerson(tx, donor.id, new Date()));
    expect(open).toEqual([
      [600, null],
      [500, donor.username],
    ]);
    expect(await told()).toEqual([
      [600, null],
      [500, "erased"],
    ]);
  });

  it("who is erased while anonymous leaves no donation that reads otherwise than before", async () => {
    await give("5.00");
    await turn(true);
    const before = await told();
    await database.db.transaction((tx) => erasePerson(tx, donor.id, new Date()));
    expect(await told()).toEqual(before);
    expect(before).toEqual([[500, null]]);
  });
});

describe("sums that others see", () => {
  it("count only what was given openly; one's own count all", async () => {
    const own = await addRequest(database.db, donor);
    const shown = async () => (await findRequest(database.db, own.id, STRANGER))?.user.totalGiven;
    await give("5.00");
    await turn(true);
    const { paymentId } = await give("12.34");
    expect(await shown()).toBeNull();
    await turn(false);
    expect(await shown()).toBe(500);
    expect(await findMe(database.db, donor.id)).toMatchObject({ totalGiven: 1_734, dailyGiven: 1_734 });
    const row = await userRow(database.db, donor.id);
    expect(row).toMatchObject({ publicGiven: 500, monthlyPublic: 500, weeklyPublic: 500, dailyPublic: 500 });
    const board = await listLeaderboard(database.db, { period: "daily", viewerId: recipient.id });
    expect(board.find(({ id }) => id === donor.id)).toMatchObject({ totalGiven: 500, dailyGiven: 500 });

    card.truth(paymentId).refunded = true;
    expect(await tell(context, paymentId)).toBe("refunded");
    expect(await shown()).toBe(500);
    expect(await findMe(database.db, donor.id)).toMatchObject({ totalGiven: 500, dailyGiven: 500 });
  });

  it("an anonymous donation moves nobody's rank but the one that its donor alone is told", async () => {
    await give("50.00");
    const other = await addPerson(database.db);
    await pay(await start(context, other, request, "60.00"));
    await turn(true);
    const look = () => listLeaderboard(database.db, { period: "all", viewerId: other.id });
    const before = await look();
    await give("100.00");
    expect(await look()).toEqual(before);
    const rank = before.find(({ id }) => id === other.id)?.rank ?? 0;
    expect(await findOwnRank(database.db, other.id, "all")).toMatchObject({ rank });
    expect(await findOwnRank(database.db, donor.id, "all")).toMatchObject({
      rank: expect.any(Number),
      given: 15_000,
      isListed: false,
    });
  });
});

describe("switches beside settlements and reversals", () => {
  it("trust 36: leave books that agree, without a deadlock", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => addPerson(database.db)));
    const requests = await Promise.all(
      people.map((person) => addRequest(database.db, person, { goal: 1_000_000 })),
    );
    const donations = await Promise.all(
      Array.from({ length: 48 }, async (_, n) => {
        const [from, to] = [people[n % 6], requests[(n + 1 + (n % 5)) % 6]];
        if (!from || !to) throw new Error("nobody gives");
        const started = await start(context, from, to, `${1 + n}.00`);
        card.pay(started.paymentId);
        return started;
      }),
    );
    const switches = people.flatMap((person, of) =>
      Array.from({ length: 8 }, async (_, n) => {
        await new Promise((resolve) => setTimeout(resolve, 15 * n));
        await turn((n + of) % 2 === 0, person);
      }),
    );
    const settled = donations.map(async ({ paymentId }, n) => {
      await new Promise((resolve) => setTimeout(resolve, 3 * n));
      expect(await tell(context, paymentId)).toBe("credited");
      if (n % 3 > 0) return;
      card.truth(paymentId).refunded = true;
      expect(await tell(context, paymentId)).toBe("refunded");
    });
    await Promise.all([...switches, ...settled]);
    await expectBalancedBooks(database.db);
    const flags = await Promise.all(donations.map(({ donationId }) => donationRow(database.db, donationId)));
    expect(new Set(flags.map(({ anonymous }) => anonymous)).size).toBe(2);
    // Nobody is erased who is owed money.
    for (const { donationId, paymentId } of donations) {
      const { recipientId } = await donationRow(database.db, donationId);
      if (recipientId === people[0]?.id) card.truth(paymentId).refunded = true;
      await tell(context, paymentId);
    }
    await database.db.transaction((tx) => erasePerson(tx, people[0]?.id ?? "", new Date()));
  });
});
