import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { requests, users } from "@/db/schema";
import { erasePerson } from "@/lib/domain/privacy/erase-person";
import { findRequest, listPublicRequestsOf, listRequestsOf } from "@/lib/domain/requests/queries";
import { findPerson } from "@/lib/domain/users/queries";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { addPerson, addRequest, STRANGER } from "../support/people";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  vi.stubEnv("DATABASE_URL", database.url);
});
afterAll(() => database.drop());

const set = (person: { id: string }, values: Partial<typeof users.$inferInsert>) =>
  database.db.update(users).set(values).where(eq(users.id, person.id));

describe("a person as others see them (D50)", () => {
  it("has a name, a picture, the day they joined and what they gave openly and received", async () => {
    const noor = await addPerson(database.db, { username: "Noor.B", name: "Noor" });
    const createdAt = new Date("2024-05-06T07:08:09.123Z");
    await set(noor, { totalGiven: 1_500, publicGiven: 1_250, totalReceived: 300, createdAt });
    expect(await findPerson(database.db, "Noor.B", STRANGER)).toEqual({
      id: noor.id,
      username: "Noor.B",
      name: "Noor",
      avatar: "😊",
      profileImageUrl: null,
      memberSince: createdAt.toISOString(),
      totalGiven: 1_250,
      totalReceived: 300,
      delivered: { of: 0, done: 0 },
      followed: false,
    });
  });

  it("is found whatever the case, and under no other name", async () => {
    const bas = await addPerson(database.db, { username: "BasVos" });
    expect(await findPerson(database.db, "bASvOS", STRANGER)).toMatchObject({
      id: bas.id,
      username: "BasVos",
    });
    for (const name of ["", "basvo", "bas%", "BasVos\u0000", "ＢasVos", bas.id, "x".repeat(5_000)]) {
      expect(await findPerson(database.db, name, STRANGER)).toBeNull();
    }
  });

  it("hides what they hide, each by itself", async () => {
    const joke = await addPerson(database.db, { username: "joke.h" });
    await set(joke, { totalGiven: 6, publicGiven: 5, totalReceived: 7 });
    const figures = async (changes: Partial<typeof users.$inferInsert>) => {
      await set(joke, { hideGivenAmount: false, hideReceivedAmount: false, ...changes });
      const found = await findPerson(database.db, "joke.h", STRANGER);
      return [found?.totalGiven, found?.totalReceived];
    };
    expect(await figures({})).toEqual([5, 7]);
    expect(await figures({ hideGivenAmount: true })).toEqual([null, 7]);
    expect(await figures({ hideReceivedAmount: true })).toEqual([5, null]);
  });

  it("never tells what an anonymous donor gave, in the same way as on their requests", async () => {
    const lot = await addPerson(database.db, { username: "lot.a", anonymousProfile: true });
    await set(lot, { totalGiven: 5, totalReceived: 7 });
    const { id } = await addRequest(database.db, lot);
    expect(await findPerson(database.db, "lot.a", STRANGER)).toMatchObject({
      totalGiven: null,
      totalReceived: 7,
    });
    expect(await findRequest(database.db, id, STRANGER)).toMatchObject({ user: { totalGiven: null } });
  });

  it("is nobody once the account is erased", async () => {
    const piet = await addPerson(database.db, { username: "piet.e" });
    await database.db.transaction((tx) => erasePerson(tx, piet.id, new Date()));
    for (const name of ["piet.e", piet.id]) expect(await findPerson(database.db, name, STRANGER)).toBeNull();
  });
});

describe("the requests on a person's page", () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
  const change = (request: { id: string }, values: Partial<typeof requests.$inferInsert>) =>
    database.db.update(requests).set(values).where(eq(requests.id, request.id));

  it("are the open and the completed ones, also those that left the feed, newest first", async () => {
    const [owner, other] = [await addPerson(database.db), await addPerson(database.db)];
    const [open, gone, inactive, deleted, closed, closedLater] = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((minute) => addRequest(database.db, owner, { createdAt: at(minute) })),
    );
    await addRequest(database.db, other);
    const done = { raised: 10_000, isCompleted: true, completedAt: at(5), isListed: false };
    await change(gone!, done);
    await change(inactive!, { isActive: false });
    await change(deleted!, { ...done, isActive: false, deletedAt: at(6) });
    // Closed below its goal, and after it was reached.
    await change(closed!, { closedAt: at(6) });
    await change(closedLater!, { ...done, closedAt: at(7) });
    const { items } = await listPublicRequestsOf(database.db, { ownerId: owner.id, limit: 50 });
    expect(items.map(({ id }) => id)).toEqual([closedLater!.id, gone!.id, open!.id]);
    // The contract's list of another's requests stays what it is.
    const feed = await listRequestsOf(database.db, { ownerId: owner.id, viewerId: other.id, limit: 50 });
    expect(feed.items.map(({ id }) => id)).toEqual([open!.id]);
  });

  it("come in pages that hold every one once", async () => {
    const owner = await addPerson(database.db);
    const made = await Promise.all(
      [1, 2, 3, 4, 5].map((minute) => addRequest(database.db, owner, { createdAt: at(minute) })),
    );
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await listPublicRequestsOf(database.db, { ownerId: owner.id, limit: 2, cursor });
      expect(page.items.length).toBeLessThanOrEqual(2);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    } while (cursor !== null);
    expect(seen).toEqual(made.map(({ id }) => id).reverse());
    await expect(
      listPublicRequestsOf(database.db, { ownerId: owner.id, limit: 2, cursor: "x" }),
    ).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });
});
