import { eq, getTableColumns } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newId, passkeys, secondFactors, users } from "@/db/schema";
import { findMe } from "@/lib/domain/users/queries";
import { meSchema } from "@/lib/domain/users/schema";
import { periodStarts } from "@/lib/ground/periods";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { addPerson } from "../support/people";

/** What `GET /api/auth/user` says of somebody, against what the database has of them. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
});
afterAll(() => database.drop());

const TOMORROW = new Date(Date.now() + 24 * 3_600_000);
const starts = periodStarts(new Date(), "Europe/Amsterdam");
const set = (values: Partial<typeof users.$inferInsert>) => (id: string) =>
  database.db.update(users).set(values).where(eq(users.id, id));
const passkeyOf = (userId: string) =>
  database.db.insert(passkeys).values({
    userId,
    credentialId: newId(),
    publicKey: "key",
    counter: 0,
    transports: [],
    backedUp: false,
    name: "Phone",
  });
const secondFactorOf = (userId: string, confirmedAt: Date | null = new Date()) =>
  database.db.insert(secondFactors).values({ userId, secret: "sealed", confirmedAt });

type Derived = { before: unknown; make: (id: string) => PromiseLike<unknown>; after: unknown };

/** The fields that are no column of their own, each with what changes it in the database, and to what. */
const DERIVED: Record<string, Derived> = {
  emailConfirmed: { before: false, make: set({ emailVerified: new Date() }), after: true },
  hasPassword: { before: false, make: set({ password: "a hash" }), after: true },
  hasPasskey: { before: false, make: passkeyOf, after: true },
  hasSecondFactor: { before: false, make: secondFactorOf, after: true },
  hasCard: { before: false, make: set({ visaCardToken: "pm_1" }), after: true },
  hasPayeeAccount: { before: false, make: set({ stripeAccountId: "acct_1" }), after: true },
  isPremium: {
    before: false,
    make: set({ subscriptionTier: "gold", subscriptionExpiry: TOMORROW }),
    after: true,
  },
};

describe("Me", () => {
  it.each(Object.entries(DERIVED))(
    "%s follows the database, of this person alone",
    async (field, derived) => {
      const person = await addPerson(database.db);
      const other = await addPerson(database.db);
      const read = async ({ id }: { id: string }) => Reflect.get(await findMe(database.db, id), field);
      expect(await read(person)).toBe(derived.before);
      await derived.make(person.id);
      expect([await read(person), await read(other)]).toEqual([derived.after, derived.before]);
    },
  );

  it("has a second factor only once that is confirmed", async () => {
    const { id } = await addPerson(database.db);
    await secondFactorOf(id, null);
    expect(await findMe(database.db, id)).toMatchObject({ hasSecondFactor: false });
  });

  it("has every other field as the row has it", async () => {
    const { id } = await addPerson(database.db);
    await set({
      firstName: "Noor",
      lastName: "Visser",
      profileImageUrl: "https://pictures.example/1.jpg",
      totalGiven: 700,
      totalReceived: 800,
      monthlyStart: starts.monthly,
      monthlyGiven: 600,
      weeklyStart: starts.weekly,
      weeklyGiven: 500,
      dailyStart: starts.daily,
      dailyGiven: 400,
      anonymousProfile: true,
      hideGivenAmount: true,
      hideReceivedAmount: true,
      bankAccountVerified: true,
      subscriptionTier: "diamond",
      subscriptionExpiry: TOMORROW,
      subscriptionCancelled: true,
      normalBoosts: 3,
      premiumBoosts: 4,
      preferredLanguage: "nl",
      lastUsernameChange: new Date(),
    })(id);
    const [row] = await database.db.select().from(users).where(eq(users.id, id));
    const me: Record<string, unknown> = await findMe(database.db, id);
    const rest = Object.keys(meSchema.shape).filter((field) => !Object.hasOwn(DERIVED, field));
    expect(rest.filter((field) => !Object.hasOwn(getTableColumns(users), field))).toEqual([]);
    expect(Object.fromEntries(rest.map((field) => [field, me[field]]))).toEqual(
      JSON.parse(
        JSON.stringify(Object.fromEntries(rest.map((field) => [field, Reflect.get(row ?? {}, field)]))),
      ),
    );
  });
});
