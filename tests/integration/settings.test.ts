import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { users } from "@/db/schema";
import { updateUserSchema } from "@/lib/domain/accounts/schema";
import { updateUser } from "@/lib/domain/accounts/update-user";
import { findMe } from "@/lib/domain/users/queries";
import { setClock } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { addPerson } from "../support/people";

const start = new Date("2026-03-10T12:00:00Z");
const at = (days: number) => setClock(() => new Date(start.getTime() + days * DAY));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ max: 50 });
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
});
afterAll(() => database.drop());
afterEach(() => setClock());

const change = (person: { id: string }, changes: unknown) =>
  updateUser(database.db, person, updateUserSchema.parse(changes));

describe("username", () => {
  test("once in 7 days, and the answer says until when", async () => {
    at(0);
    const person = await addPerson(database.db);
    expect(await change(person, { username: "first.name" })).toMatchObject({
      username: "first.name",
      lastUsernameChange: start.toISOString(),
    });
    at(6.99);
    await expect(change(person, { username: "second.name" })).rejects.toMatchObject({
      code: "USERNAME_TOO_SOON",
      values: { untilTime: new Date(start.getTime() + 7 * DAY).toISOString() },
    });
    at(7);
    expect((await change(person, { username: "second.name" })).username).toBe("second.name");
  });

  test("trust 24: the same name is no change, other capitals are one", async () => {
    at(0);
    const person = await addPerson(database.db, { username: "capitals" });
    expect((await change(person, { username: "capitals" })).lastUsernameChange).toBeNull();
    expect(await change(person, { username: "Capitals" })).toMatchObject({
      username: "Capitals",
      lastUsernameChange: start.toISOString(),
    });
    expect((await change(person, { username: "Capitals" })).username).toBe("Capitals");
    await expect(change(person, { username: "CAPITALS" })).rejects.toMatchObject({
      code: "USERNAME_TOO_SOON",
    });
  });

  test("trust 24: of 50 people at once who want one name, one gets it", async () => {
    const people = await Promise.all(Array.from({ length: 50 }, () => addPerson(database.db)));
    const results = await Promise.allSettled(
      people.map((person, i) => change(person, { username: i % 2 ? "wanted" : "Wanted" })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "USERNAME_TAKEN" });
    }
  });

  test("trust 24: of 10 changes of one person at once, one counts", async () => {
    const person = await addPerson(database.db);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) =>
        change(person, { username: `${person.username.slice(0, 8)}-at${i}` }),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("trust 24: a reserved name is refused, and nothing else of the call is done", async () => {
    const person = await addPerson(database.db);
    await expect(change(person, { username: "Steuntje", avatar: "🐈" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      fields: { username: "usernameReserved" },
    });
    expect((await findMe(database.db, person.id)).avatar).toBe("😊");
  });
});

describe("avatar", () => {
  test.each(["🐈", "👍🏽", "👩‍👩‍👧", "🇳🇱", "❤️", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "1️⃣"])("%s", async (avatar) => {
    const person = await addPerson(database.db);
    expect((await change(person, { avatar })).avatar).toBe(avatar);
  });

  test("takes the place of the picture that came with a social sign-in; other changes leave it", async () => {
    const profileImageUrl = "https://example.org/picture.jpg";
    const person = await addPerson(database.db);
    await database.db.update(users).set({ profileImageUrl }).where(eq(users.id, person.id));
    expect((await change(person, { hideGivenAmount: true })).profileImageUrl).toBe(profileImageUrl);
    expect((await change(person, { avatar: "🦊" })).profileImageUrl).toBeNull();
  });

  test.each([
    "",
    "a",
    "1",
    "😊😊",
    "😊a",
    "<b>",
    "❤",
    "data:image/svg+xml,<svg/>",
    `😊${"\u0301".repeat(50)}`,
  ])("%j is refused", async (avatar) => {
    const person = await addPerson(database.db);
    await expect(change(person, { avatar })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      fields: { avatar: "avatar" },
    });
  });
});

test("trust 32: an empty PayPal address removes it, a card is a token or nothing", async () => {
  const person = await addPerson(database.db);
  expect((await change(person, { paypalEmail: "" })).paypalEmail).toBeNull();
  expect(await change(person, { visaCardToken: "tok_visa", paymentMethod: "visa" })).toMatchObject({
    hasCard: true,
    paymentMethod: "visa",
  });
  expect((await change(person, { visaCardToken: null })).hasCard).toBe(false);
  for (const visaCardToken of [
    "4242424242424242",
    "4242 4242 4242 4242",
    "pm_4242424242424242",
    "tok_",
    "",
  ]) {
    expect(updateUserSchema.safeParse({ visaCardToken }).success).toBe(false);
  }
});

test("every column of the row that a client sends: nothing changes that may not", async () => {
  const person = await addPerson(database.db);
  const read = async () => {
    const [row] = await database.db.select().from(users).where(eq(users.id, person.id));
    return row;
  };
  const before = await read();
  await change(person, {
    id: "0198c0de-0000-7000-8000-000000000000",
    email: "evil@example.org",
    emailVerified: "2020-01-01T00:00:00Z",
    firstName: "Evil",
    lastName: "Evil",
    profileImageUrl: "https://evil.example/x.png",
    password: "evil",
    googleId: "evil",
    name: "Evil",
    totalGiven: 1_000_000,
    totalReceived: 1_000_000,
    isPremium: true,
    bankAccountVerified: true,
    stripeAccountId: "acct_evil",
    subscriptionTier: "diamond",
    subscriptionExpiry: "2099-01-01T00:00:00Z",
    subscriptionCancelled: true,
    normalBoosts: 50,
    premiumBoosts: 50,
    lastUsernameChange: "2020-01-01T00:00:00Z",
    createdAt: "2020-01-01T00:00:00Z",
    updatedAt: "2020-01-01T00:00:00Z",
  });
  expect(await read()).toEqual(before);
});

test("somebody else's row is never touched", async () => {
  const [person, other] = [await addPerson(database.db), await addPerson(database.db)];
  const before = await findMe(database.db, other.id);
  await change(person, { avatar: "🐕", anonymousProfile: true, preferredLanguage: "de" });
  expect(await findMe(database.db, other.id)).toEqual(before);
});

test("one's own sums are those of the running month, week and day; an expired tier is none", async () => {
  at(0);
  const person = await addPerson(database.db, {
    subscriptionTier: "gold",
    subscriptionExpiry: new Date(start.getTime() + DAY),
  });
  await database.db
    .update(users)
    .set({
      dailyStart: "2026-03-10",
      dailyGiven: 100,
      weeklyStart: "2026-03-09",
      weeklyGiven: 107,
      monthlyStart: "2026-03-01",
      monthlyGiven: 900,
    })
    .where(eq(users.id, person.id));
  const earlier = await addPerson(database.db);
  await database.db
    .update(users)
    .set({
      dailyStart: "2026-03-09",
      dailyGiven: 7,
      weeklyStart: "2026-03-02",
      weeklyGiven: 70,
      monthlyStart: "2026-02-01",
      monthlyGiven: 5_000,
    })
    .where(eq(users.id, earlier.id));
  expect(await findMe(database.db, person.id)).toMatchObject({
    dailyGiven: 100,
    weeklyGiven: 107,
    monthlyGiven: 900,
    isPremium: true,
    subscriptionTier: "gold",
  });
  expect(await findMe(database.db, earlier.id)).toMatchObject({
    dailyGiven: 0,
    weeklyGiven: 0,
    monthlyGiven: 0,
  });
  at(1);
  expect(await findMe(database.db, person.id)).toMatchObject({
    dailyGiven: 0,
    isPremium: false,
    subscriptionTier: "none",
  });
});
