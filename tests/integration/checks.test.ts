import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { findDisagreements } from "@/db/checks";
import { boostPurchases, ledgerEntries, newId } from "@/db/schema";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { addPerson } from "../support/people";

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
  expect(await findDisagreements(database.db, "Europe/Amsterdam")).toEqual([]);
  const id = await addRefunded(198);
  expect(await findDisagreements(database.db, "Europe/Amsterdam")).toMatchObject([
    {
      check: "what went back is all that came",
      rows: [{ boost_purchase_id: id }, { boost_purchase_id: id }],
    },
  ]);
});
