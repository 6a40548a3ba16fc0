import { isNull } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { findDisagreements } from "@/db/checks";
import { donations, users } from "@/db/schema";
import { logIn } from "@/lib/domain/accounts/log-in";
import { eraseDemoPeople } from "@/lib/domain/operator/erase-account";
import { listAudit } from "@/lib/domain/operator/queries";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { listFeed } from "@/lib/domain/requests/queries";
import { listReceived } from "@/lib/domain/settlement/queries";
import { now } from "@/lib/ground/clock";
import { DONATION_METHODS } from "@/lib/ground/vocabulary";
import { unconfiguredPayouts } from "@/lib/providers/unconfigured";
import { DEMO_LOGINS, DEMO_PASSWORD, DEMO_PEOPLE } from "@/seed/people";
import { hasDemoPeople, seedIfEmpty } from "@/seed/seed";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { addPerson } from "../support/people";
import { noPhotos, openDiskStore, type TestStore } from "../support/photo-store";
import { ScriptedCard } from "../support/scripted-card";
import { ScriptedWallet } from "../support/scripted-wallet";

let database: TestDatabase;
let photos: TestStore;
beforeAll(async () => {
  photos = await openDiskStore();
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
});
afterAll(async () => {
  await photos.close();
  await database.drop();
});

it("fills an empty database once, with books that balance", async () => {
  const { db } = database;
  const both = await Promise.all([seedIfEmpty(db, photos.store), seedIfEmpty(db, photos.store)]);
  expect(both.sort()).toEqual([false, true]);
  expect(await db.$count(users)).toBe(DEMO_PEOPLE.length);
  expect(await findDisagreements(db, "Europe/Amsterdam")).toEqual([]);
  expect(Math.abs(now().getTime() - Date.now())).toBeLessThan(1_000);
});

it("has no payment that doctor looks for at a provider, which never saw any of them", async () => {
  const span = { from: new Date(0), to: new Date(Date.now() + 60_000), limit: null };
  for (const provider of DONATION_METHODS) {
    expect(await listReceived(database.db, provider, span)).toEqual([]);
  }
});

it("shows what the product can do: every tier, a boost, photos, a completed request", async () => {
  const { items } = await listFeed(database.db, { limit: 50, cursor: null });
  expect(new Set(items.map(({ user }) => user.subscriptionTier))).toEqual(
    new Set(["none", "gold", "diamond"]),
  );
  expect(items.map(({ appliedBoostType }) => appliedBoostType)).toContain("normal");
  expect(items.filter(({ photoUrl }) => photoUrl)).toHaveLength(5);
  const completed = items.find(({ isCompleted }) => isCompleted);
  expect(completed).toMatchObject({ completionEmoji: "🥳" });
  expect(completed?.raised).toBe(completed?.goal);
});

it("lets the demo people log in", async () => {
  for (const username of DEMO_LOGINS) {
    expect(await logIn(database.db, { username, password: DEMO_PASSWORD })).toBeTruthy();
  }
  expect(await hasDemoPeople(database.db)).toBe(true);
});

it("trust 38: all that can be removed again: nobody of them is left, what others gave is in the books, which balance", async () => {
  const { db } = database;
  const real = await addPerson(db);
  const providers = { card: new ScriptedCard(), wallet: new ScriptedWallet() };
  const context: PayoutContext = { db, ...providers, payoutProviders: unconfiguredPayouts };
  const rows = await db.$count(donations);
  const removed = await eraseDemoPeople(context, { name: "noor" });
  expect(removed).toEqual({ erased: DEMO_PEOPLE.length });
  expect(await hasDemoPeople(db)).toBe(false);
  expect((await listFeed(db, { limit: 50, cursor: null })).items).toEqual([]);
  expect(await db.$count(donations)).toBe(rows);
  expect(await db.select({ id: users.id }).from(users).where(isNull(users.erasedAt))).toEqual([
    { id: real.id },
  ]);
  const audit = await listAudit(db, { limit: 50 });
  expect(audit.filter(({ action }) => action === "erase_person")).toHaveLength(DEMO_PEOPLE.length);
  for (const username of DEMO_LOGINS) {
    await expect(logIn(db, { username, password: DEMO_PASSWORD })).rejects.toMatchObject({
      code: "INVALID_CREDENTIALS",
    });
  }
  expect(await findDisagreements(db, "Europe/Amsterdam")).toEqual([]);
  expect(await eraseDemoPeople(context, { name: "noor" })).toEqual({ erased: 0 });
});

it("adds nothing beside real people", async () => {
  const other = await createTestDatabase();
  await addPerson(other.db);
  expect(await seedIfEmpty(other.db, noPhotos)).toBe(false);
  expect(await hasDemoPeople(other.db)).toBe(false);
  await other.drop();
});
