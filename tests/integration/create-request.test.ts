import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newId, requests, users } from "@/db/schema";
import { createRequest } from "@/lib/domain/requests/create-request";
import { countActive, findRequest } from "@/lib/domain/requests/queries";
import { createRequestSchema } from "@/lib/domain/requests/schema";
import { setClock } from "@/lib/ground/clock";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { addPerson, addRequest, STRANGER } from "../support/people";
import { noPhotos } from "../support/photo-store";

const AT = new Date("2026-03-10T12:00:00Z");
const input = { item: "A bicycle", description: "To get to work.", goal: 12_345 };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  vi.stubEnv("DATABASE_URL", database.url);
});
afterAll(() => database.drop());
beforeEach(() => {
  setClock(() => AT);
  return () => setClock();
});

const create = (
  viewer: { id: string },
  changes: Partial<typeof input> & { userId?: string } = {},
  id = newId(),
) => createRequest({ db: database.db, photos: noPhotos }, viewer, { ...input, ...changes }, id);
const change = (person: { id: string }, changes: Partial<typeof users.$inferInsert>) =>
  database.db.update(users).set(changes).where(eq(users.id, person.id));
const refusal = (code: string) => expect.objectContaining({ code });

describe("asking", () => {
  it("answers the request as everyone sees it", async () => {
    const owner = await addPerson(database.db, { name: "Noor" });
    const created = await create(owner);
    expect(created).toMatchObject({
      ...input,
      userId: owner.id,
      raised: 0,
      isActive: true,
      isCompleted: false,
      completionEmoji: null,
      createdAt: AT.toISOString(),
      priorityLevel: 0,
      user: {
        username: owner.username,
        name: "Noor",
        isPremium: false,
        subscriptionTier: "none",
        totalGiven: 0,
      },
    });
    expect(await findRequest(database.db, created.id, STRANGER)).toEqual(created);
  });

  it("answers the same request when it is asked again, even at the limit", async () => {
    const owner = await addPerson(database.db);
    await create(owner);
    await create(owner);
    const id = newId();
    const first = await create(owner, {}, id);
    expect(await create(owner, {}, id)).toEqual(first);
    expect(await countActive(database.db, owner.id)).toBe(3);
  });

  it("creates one request when the same call arrives ten times at once", async () => {
    const owner = await addPerson(database.db);
    const id = newId();
    await Promise.all(Array.from({ length: 10 }, () => create(owner, {}, id)));
    expect(await countActive(database.db, owner.id)).toBe(1);
  });

  it("is only for oneself", async () => {
    const [owner, other] = [await addPerson(database.db), await addPerson(database.db)];
    expect((await create(owner, { userId: owner.id })).userId).toBe(owner.id);
    await expect(create(owner, { userId: other.id })).rejects.toEqual(refusal("FORBIDDEN"));
    await expect(create(owner, { userId: "nonsense" })).rejects.toEqual(refusal("FORBIDDEN"));
    expect(await countActive(database.db, other.id)).toBe(0);
  });
});

describe("payment details (D18)", () => {
  it.each([
    [{ paymentMethod: null, paypalEmail: "a@example.org" }, "PAYMENT_METHOD_REQUIRED"],
    [{ paymentMethod: "paypal", paypalEmail: null, visaCardToken: "tok_visa" }, "PAYMENT_DETAILS_REQUIRED"],
    [{ paymentMethod: "visa", paypalEmail: "a@example.org" }, "PAYMENT_DETAILS_REQUIRED"],
    [{ paymentMethod: "applepay", paypalEmail: "a@example.org" }, "PAYMENT_DETAILS_REQUIRED"],
  ] as const)("%j is refused as %s", async (details, code) => {
    const owner = await addPerson(database.db);
    await change(owner, details);
    await expect(create(owner)).rejects.toEqual(refusal(code));
  });

  it.each([
    { paymentMethod: "visa", visaCardToken: "tok_visa", paypalEmail: null },
    { paymentMethod: "applepay", visaCardToken: "pm_1", paypalEmail: null },
    { paymentMethod: "paypal", paypalEmail: "a@example.org" },
    { paymentMethod: "bank", paypalEmail: null },
  ] as const)("%j is enough", async (details) => {
    const owner = await addPerson(database.db);
    await change(owner, details);
    expect(await create(owner)).toMatchObject(input);
  });
});

describe("the goal limit (D7)", () => {
  it.each([
    ["none", null, 50_000],
    ["gold", null, 200_000],
    ["diamond", new Date(AT.getTime() + 1), 1_000_000],
    ["diamond", AT, 50_000],
  ] as const)("of %s until %s is %i cents", async (subscriptionTier, subscriptionExpiry, limit) => {
    const owner = await addPerson(database.db);
    await change(owner, { subscriptionTier, subscriptionExpiry });
    expect((await create(owner, { goal: limit })).goal).toBe(limit);
    for (const sent of [limit + 1, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
      const { goal } = createRequestSchema.parse({ ...input, goal: sent });
      await expect(create(owner, { goal })).rejects.toMatchObject({
        code: "GOAL_LIMIT_EXCEEDED",
        values: { limitCents: limit },
        fields: { goal: "goalLimit" },
      });
    }
  });
});

describe("the limit of active requests (D8)", () => {
  it.each([
    ["none", 3],
    ["gold", 5],
    ["diamond", 10],
  ] as const)("trust 15: of %s is %i, and holds when 20 calls race", async (subscriptionTier, limit) => {
    const owner = await addPerson(database.db, { subscriptionTier });
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => create(owner)));
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(refused).toHaveLength(20 - limit);
    for (const { reason } of refused) {
      expect(reason).toMatchObject({ code: "MAX_REQUESTS_REACHED", values: { limit } });
    }
    expect(await countActive(database.db, owner.id)).toBe(limit);
  });

  it("does not count completed, inactive and deleted requests", async () => {
    const owner = await addPerson(database.db);
    const done = [];
    for (let count = 0; count < 3; count += 1) done.push(await addRequest(database.db, owner, { goal: 100 }));
    const [completed, inactive, deleted] = done;
    const set = (request: { id: string } | undefined, values: Partial<typeof requests.$inferInsert>) =>
      database.db
        .update(requests)
        .set(values)
        .where(eq(requests.id, request?.id ?? ""));
    await set(completed, { raised: 100, isCompleted: true, completedAt: AT });
    await set(inactive, { isActive: false });
    await set(deleted, { isActive: false, deletedAt: AT });
    for (let count = 0; count < 3; count += 1) await create(owner);
    await expect(create(owner)).rejects.toEqual(refusal("MAX_REQUESTS_REACHED"));
  });
});

describe("the place in the feed", () => {
  it("is stored with the moment it ends", async () => {
    const expiry = new Date("2026-04-01T00:00:00Z");
    const owner = await addPerson(database.db, { subscriptionTier: "diamond", subscriptionExpiry: expiry });
    const { id, priorityLevel } = await create(owner);
    expect(priorityLevel).toBe(2);
    const [row] = await database.db.select().from(requests).where(eq(requests.id, id));
    expect(row).toMatchObject({ priorityLevel: 2, priorityUntil: expiry, feedRank: 2 });
  });
});
