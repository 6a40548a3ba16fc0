import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { findConcerns, findDisagreements } from "@/db/checks";
import {
  boostPurchases,
  donations,
  ledgerEntries,
  newId,
  photos,
  requests,
  subscriptionPayments,
  subscriptions,
  users,
} from "@/db/schema";
import { writeMail } from "@/lib/domain/messages/write-messages";
import { setSubscription } from "@/lib/domain/operator/set-subscription";
import { unconfiguredPayouts } from "@/lib/providers/unconfigured";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { expectBalancedBooks } from "../support/donating";
import { addPerson, addRequest } from "../support/people";

const AT = new Date("2026-03-10T12:00:00Z");

let database: TestDatabase;
beforeAll(async () => {
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
});
afterAll(() => database.drop());

/** A purchase that bought nothing, for which 199 cents came and so many went back. */
async function addRefunded(back: number): Promise<string> {
  const { db } = database;
  const { id: userId } = await addPerson(db);
  const id = newId();
  await db.insert(boostPurchases).values({
    id,
    userId,
    boostType: "normal",
    quantity: 1,
    totalAmount: 199,
    currency: "eur",
    paymentMethod: "paypal",
    paymentStatus: "refunded",
    description: "a boost",
    locale: "en",
    returnPath: "/profile",
    createdAt: AT,
    settledAt: AT,
    refundedAt: AT,
    refundReason: "mismatch",
  });
  const entry = (kind: "uncredited" | "refund", account: "buyer" | "refund_due", amount: number) => ({
    boostPurchaseId: id,
    kind,
    account,
    userId,
    amount,
    createdAt: AT,
  });
  await db
    .insert(ledgerEntries)
    .values([
      entry("uncredited", "buyer", -199),
      entry("uncredited", "refund_due", 199),
      entry("refund", "buyer", back),
      entry("refund", "refund_due", -back),
    ]);
  return id;
}

it("notices a refund of another amount than was taken", async () => {
  await addRefunded(199);
  await expectBalancedBooks(database.db);
  const id = await addRefunded(198);
  await expect(expectBalancedBooks(database.db)).rejects.toThrow("to deeply equal");
  expect(await findDisagreements(database.db, "Europe/Amsterdam")).toMatchObject([
    {
      check: "what was refunded is all that was paid",
      rows: [{ boost_purchase_id: id }, { boost_purchase_id: id }],
    },
  ]);
});

const disagreeing = async () =>
  (await findDisagreements(database.db, "Europe/Amsterdam")).map(({ check }) => check);
const concernsAt = async (at: Date) => {
  const rows = (await findConcerns(database.db, at)).flatMap(({ check, rows }) =>
    rows.map(({ id }) => [check, id]),
  );
  return rows as [string, string][];
};
const concerning = async (id: string, at = AT) =>
  (await concernsAt(at)).filter(([, of]) => of === id).map(([check]) => check);

it("notices a request without its photo, and a photo without its request", async () => {
  const { db } = database;
  const owner = await addPerson(db);
  const request = await addRequest(db, owner);
  const id = newId();
  const show = (photoUrl: string | null) =>
    db.update(requests).set({ photoUrl }).where(eq(requests.id, request.id));
  await show(`/photos/${id}-800x600.webp`);
  const broken = "a request shows its own photo, in its size";
  expect(await disagreeing()).toContain(broken);
  await db
    .insert(photos)
    .values({ id, userId: owner.id, uploadKey: id, requestId: request.id, width: 800, height: 600 });
  expect(await disagreeing()).not.toContain(broken);
  await show(`/photos/${id}-800x601.webp`);
  expect(await disagreeing()).toContain(broken);
  await show(null);
  expect(await disagreeing()).toContain(broken);
  await db.delete(photos).where(eq(photos.id, id));
});

const later = (days: number) => new Date(AT.getTime() + days * 86_400_000);

it("finds a refund worth a look that is due for days", async () => {
  const id = await addRefunded(-199);
  const due = { paymentStatus: "completed", refundedAt: null } as const;
  await database.db.update(boostPurchases).set(due).where(eq(boostPurchases.id, id));
  expect(await concerning(id, later(2))).toEqual([]);
  expect(await concerning(id, later(4))).toEqual(["a refund is due for more than three days"]);
});

/** A month of gold that somebody paid for, from now. */
async function addMonth(
  userId: string,
  changes: Partial<typeof subscriptions.$inferInsert> = {},
): Promise<void> {
  const subscriptionId = newId();
  await database.db.insert(subscriptions).values({
    id: subscriptionId,
    userId,
    tier: "gold",
    amount: 499,
    currency: "eur",
    locale: "en",
    returnPath: "/profile",
    status: "active",
    checkAt: null,
    ...changes,
  });
  await database.db.insert(subscriptionPayments).values({
    subscriptionId,
    paypalPaymentId: newId(),
    userId,
    tier: "gold",
    amount: 499,
    currency: "eur",
    paymentStatus: "completed",
    paidAt: AT,
    grantedAt: AT,
    periodStart: AT,
    periodEnd: later(31),
  });
}

it("finds a plan worth a look that nobody paid for or gave, or that was paid for and does not run", async () => {
  const { db } = database;
  const unpaid = "a plan runs longer than was paid for, and no operator granted it";
  const { id } = await addPerson(db, { subscriptionTier: "gold", subscriptionExpiry: later(31) });
  expect(await concerning(id)).toEqual([unpaid]);
  expect(await concerning(id, later(31))).toEqual([]);
  await addMonth(id);
  expect(await concerning(id)).toEqual([]);
  const set = (subscriptionExpiry: Date) =>
    db.update(users).set({ subscriptionExpiry }).where(eq(users.id, id));
  await set(later(32));
  expect(await concerning(id)).toEqual([unpaid]);
  await set(AT);
  expect(await concerning(id)).toEqual(["a period was paid for, but its plan does not run"]);
  const context = { db, card: {} as never, wallet: {} as never, payoutProviders: unconfiguredPayouts };
  const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await setSubscription(
    context,
    { name: "ines" },
    { reference: id, tier: "gold", until, reason: "a donation" },
  );
  expect(await concerning(id, new Date())).toEqual([]);
});

it("finds a donation that has the payment's id of another provider", async () => {
  const { db } = database;
  const [owner, donor] = [await addPerson(db), await addPerson(db)];
  const request = await addRequest(db, owner);
  const of = { requestId: request.id, donorId: donor.id, recipientId: owner.id };
  const add = (ids: object) =>
    db
      .insert(donations)
      .values({ id: newId(), ...of, amount: 1_000, serviceFee: 20, currency: "eur", ...ids });
  const check = "a donation has the payment's id of its provider, and of no other";
  const found = async () =>
    (await findDisagreements(db, "Europe/Amsterdam")).find((each) => each.check === check)?.rows ?? [];
  await add({});
  await add({ stripePaymentIntentId: newId() });
  expect(await found()).toEqual([]);
  await add({ paypalOrderId: newId() });
  await add({ stripePaymentIntentId: newId(), paypalOrderId: newId() });
  expect(await found()).toHaveLength(2);
  await db.delete(donations).where(eq(donations.donorId, donor.id));
});

it("finds a month that was paid at another provider than its subscription's", async () => {
  const { id } = await addPerson(database.db);
  const check = "a subscription payment was made at the provider of its subscription";
  const found = async () =>
    (await findDisagreements(database.db, "Europe/Amsterdam")).filter((each) => each.check === check);
  await addMonth(id);
  expect(await found()).toEqual([]);
  await addMonth(id, { paymentMethod: "stripe" });
  expect(await found()).toHaveLength(1);
});

it("finds a credited donation without its messages, and messages of one that was not credited", async () => {
  const { db } = database;
  const [owner, donor] = [await addPerson(db), await addPerson(db)];
  const request = await addRequest(db, owner);
  const sent = { paymentMethod: "stripe", currency: "eur", amount: 1_000, serviceFee: 20 } as const;
  const of = { requestId: request.id, donorId: donor.id, recipientId: owner.id };
  const settled = { settledAt: AT, creditedAt: AT, paymentStatus: "completed" } as const;
  const add = async (values: object, kinds: ("donation_receipt" | "donation_received")[]) => {
    const id = newId();
    await db.insert(donations).values({ id, ...sent, ...of, ...values });
    await db.transaction(async (tx) => {
      for (const kind of kinds) {
        const userId = kind === "donation_receipt" ? donor.id : owner.id;
        await writeMail(tx, { kind, cause: id, userId, at: AT });
      }
    });
    return id;
  };
  const found = async () => {
    const all = await findDisagreements(db, "Europe/Amsterdam");
    return all.find(({ check }) => check.includes("one receipt"))?.rows ?? [];
  };
  await add({ ...settled, creditedAt: new Date(AT.getTime() - 1), settledAt: AT }, []);
  await add(settled, ["donation_receipt", "donation_received"]);
  expect(await found()).toEqual([]);
  const lacking = await add(settled, ["donation_receipt"]);
  const uncredited = await add({}, ["donation_receipt"]);
  const rows = await found();
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual(expect.objectContaining({ donation: lacking, kind: "donation_received" }));
  expect(rows).toContainEqual(expect.objectContaining({ donation: uncredited, kind: "donation_receipt" }));
});
