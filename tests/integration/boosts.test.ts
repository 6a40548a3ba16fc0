import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { boostEntries, newId, requests, users } from "@/db/schema";
import { findBoosts } from "@/lib/domain/boosts/queries";
import { applyBoost } from "@/lib/domain/requests/apply-boost";
import { changeGiving } from "@/lib/domain/requests/change-own";
import { createRequest } from "@/lib/domain/requests/create-request";
import { listFeed } from "@/lib/domain/requests/queries";
import { setClock } from "@/lib/ground/clock";
import { HOUR } from "@/lib/ground/durations";
import type { BoostType } from "@/lib/ground/vocabulary";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { expectBalancedBooks, requestRow } from "../support/donating";
import { addBoosts, addPerson, addRequest } from "../support/people";
import { noPhotos } from "../support/photo-store";

const AT = new Date("2026-03-10T12:00:00Z");

let database: TestDatabase;
beforeAll(async () => {
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
});
afterAll(() => database.drop());
beforeEach(() => {
  setClock(() => AT);
  return async () => {
    setClock();
    await expectBalancedBooks(database.db);
  };
});

const refusal = (code: string) => expect.objectContaining({ code });

const apply = (viewer: { id: string }, requestId: string, boostType: BoostType = "normal", id = newId()) =>
  applyBoost(database.db, viewer, { requestId, boostType }, id);

const create = (viewer: { id: string }, appliedBoostType?: BoostType, id = newId()) =>
  createRequest(
    { db: database.db, photos: noPhotos },
    viewer,
    { item: "A bicycle", description: "To get to work.", goal: 10_000, appliedBoostType },
    id,
  );

async function ownerWith(boosts: Partial<Record<BoostType, number>> = {}, options = {}) {
  const owner = await addPerson(database.db, options);
  for (const [type, quantity] of Object.entries(boosts)) {
    await addBoosts(database.db, owner, type as BoostType, quantity);
  }
  return owner;
}

describe("applying a boost", () => {
  it.each([
    ["normal", 1, 24],
    ["premium", 2, 48],
  ] as const)(
    "%s lifts the request to priority %i for %i hours, and no second more",
    async (type, level, hours) => {
      const owner = await ownerWith({ [type]: 2 });
      const request = await addRequest(database.db, owner);
      expect(await apply(owner, request.id, type)).toMatchObject({
        id: request.id,
        priorityLevel: level,
        appliedBoostType: type,
        boostAppliedAt: AT.toISOString(),
      });
      expect(await findBoosts(database.db, owner.id)).toMatchObject({ [type]: 1 });
      const inFeed = async () =>
        (await listFeed(database.db, { limit: 50, cursor: null })).items.find(({ id }) => id === request.id);
      setClock(() => new Date(AT.getTime() + hours * HOUR - 1));
      expect(await inFeed()).toMatchObject({ priorityLevel: level });
      setClock(() => new Date(AT.getTime() + hours * HOUR));
      expect(await inFeed()).toMatchObject({ priorityLevel: 0, appliedBoostType: type });
      expect(await requestRow(database.db, request.id)).toMatchObject({
        priorityLevel: 0,
        priorityUntil: null,
      });
    },
  );

  it("never lowers what the subscription gives", async () => {
    const owner = await ownerWith({ normal: 1 }, { subscriptionTier: "diamond" });
    const request = await addRequest(database.db, owner);
    expect(await apply(owner, request.id)).toMatchObject({ priorityLevel: 2 });
  });

  it("answers the same when it is asked again, and takes one boost", async () => {
    const owner = await ownerWith({ normal: 5 });
    const request = await addRequest(database.db, owner);
    const id = newId();
    const first = await apply(owner, request.id, "normal", id);
    expect(await apply(owner, request.id, "normal", id)).toEqual(first);
    expect(await findBoosts(database.db, owner.id)).toMatchObject({ normal: 4 });
  });

  it("is refused for what is not there, not one's own, closed, boosted before, or without a boost", async () => {
    const owner = await ownerWith({ normal: 3 });
    const request = await addRequest(database.db, owner);
    await expect(apply(owner, newId())).rejects.toEqual(refusal("NOT_FOUND"));
    await expect(apply(owner, "no-id")).rejects.toEqual(refusal("NOT_FOUND"));
    const other = await ownerWith({ normal: 1 });
    await expect(apply(other, request.id)).rejects.toEqual(refusal("FORBIDDEN"));
    await expect(apply(owner, request.id, "premium")).rejects.toEqual(refusal("INSUFFICIENT_BOOSTS"));
    await database.db.update(requests).set({ isActive: false }).where(eq(requests.id, request.id));
    await expect(apply(owner, request.id)).rejects.toEqual(refusal("NOT_ACTIVE"));
    await database.db
      .update(requests)
      .set({ isActive: true, isCompleted: true, raised: 10_000, completedAt: AT })
      .where(eq(requests.id, request.id));
    await expect(apply(owner, request.id)).rejects.toEqual(refusal("NOT_ACTIVE"));
    await database.db
      .update(requests)
      .set({ isCompleted: false, raised: 0, completedAt: null })
      .where(eq(requests.id, request.id));
    await apply(owner, request.id);
    setClock(() => new Date(AT.getTime() + 30 * 24 * HOUR));
    await expect(apply(owner, request.id)).rejects.toEqual(refusal("ALREADY_BOOSTED"));
    expect(await findBoosts(database.db, owner.id)).toEqual({ normal: 2, premium: 0 });
  });

  it("lifts what its owner paused, and is not taken for what they closed for good", async () => {
    const owner = await ownerWith({ normal: 2 });
    const [paused, closed] = [await addRequest(database.db, owner), await addRequest(database.db, owner)];
    await changeGiving(database.db, owner, { id: paused.id, to: "paused" });
    expect(await apply(owner, paused.id)).toMatchObject({ priorityLevel: 1, givingOff: "paused" });
    await changeGiving(database.db, owner, { id: closed.id, to: "closed" });
    await expect(apply(owner, closed.id)).rejects.toEqual(refusal("NOT_ACTIVE"));
    expect(await findBoosts(database.db, owner.id)).toMatchObject({ normal: 1 });
  });

  it("answers the same for a boost that was used before its request was closed", async () => {
    const owner = await ownerWith({ normal: 1 });
    const request = await addRequest(database.db, owner);
    const id = newId();
    await apply(owner, request.id, "normal", id);
    await changeGiving(database.db, owner, { id: request.id, to: "closed" });
    expect(await apply(owner, request.id, "normal", id)).toMatchObject({ appliedBoostType: "normal" });
  });

  it("trust 15: boosts once when many ask at the same moment", async () => {
    const owner = await ownerWith({ normal: 10 });
    const request = await addRequest(database.db, owner);
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => apply(owner, request.id)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await findBoosts(database.db, owner.id)).toMatchObject({ normal: 9 });
  });
});

describe("creating with a boost", () => {
  it.each([
    ["normal", 1],
    ["premium", 2],
  ] as const)("%s uses one, and the request starts at priority %i", async (type, level) => {
    const owner = await ownerWith({ [type]: 1 });
    const created = await create(owner, type);
    expect(created).toMatchObject({
      priorityLevel: level,
      appliedBoostType: type,
      boostAppliedAt: AT.toISOString(),
    });
    expect(await requestRow(database.db, created.id)).toMatchObject({ priorityLevel: level });
    expect(await findBoosts(database.db, owner.id)).toEqual({ normal: 0, premium: 0 });
  });

  it("creates nothing without a boost, and takes none when the request is refused", async () => {
    const owner = await ownerWith({ normal: 1 });
    await expect(create(owner, "premium")).rejects.toEqual(refusal("INSUFFICIENT_BOOSTS"));
    expect(await database.db.$count(requests, eq(requests.userId, owner.id))).toBe(0);
    for (let made = 0; made < 3; made += 1) await create(owner);
    await expect(create(owner, "normal")).rejects.toEqual(refusal("MAX_REQUESTS_REACHED"));
    expect(await findBoosts(database.db, owner.id)).toMatchObject({ normal: 1 });
  });

  it("takes none of somebody whom a decision hides, who can ask without it", async () => {
    const owner = await ownerWith({ normal: 1 });
    await database.db.update(users).set({ hiddenAt: AT }).where(eq(users.id, owner.id));
    await expect(create(owner, "normal")).rejects.toEqual(refusal("FORBIDDEN"));
    expect(await findBoosts(database.db, owner.id)).toMatchObject({ normal: 1 });
    expect(await create(owner)).toMatchObject({ appliedBoostType: null });
  });

  it("takes one boost for one operation, however often it is sent", async () => {
    const owner = await ownerWith({ normal: 3 });
    const id = newId();
    await Promise.all([create(owner, "normal", id), create(owner, "normal", id)]);
    expect(await findBoosts(database.db, owner.id)).toMatchObject({ normal: 2 });
  });

  it("trust 15: the last boost is used once when creating and applying race for it", async () => {
    for (let round = 0; round < 8; round += 1) {
      const owner = await ownerWith({ normal: 1 });
      const request = await addRequest(database.db, owner);
      const results = await Promise.allSettled([
        apply(owner, request.id),
        create(owner, "normal"),
        create(owner, "normal"),
      ]);
      const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
      expect(refused).toEqual([refusal("INSUFFICIENT_BOOSTS"), refusal("INSUFFICIENT_BOOSTS")]);
      expect(await findBoosts(database.db, owner.id)).toMatchObject({ normal: 0 });
    }
  });
});

it("keeps its entries as they were written", async () => {
  const owner = await ownerWith({ normal: 1 });
  const change = database.db
    .update(boostEntries)
    .set({ quantity: 50 })
    .where(eq(boostEntries.userId, owner.id));
  await expect(change).rejects.toMatchObject({
    cause: expect.objectContaining({ message: "the ledger is append-only" }),
  });
});
