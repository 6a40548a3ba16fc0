import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { users } from "@/db/schema";
import type { Whereabouts } from "@/lib/domain/accounts/types";
import { updateUser } from "@/lib/domain/accounts/update-user";
import { listNotifications } from "@/lib/domain/messages/queries";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { addPerson } from "../support/people";

let database: TestDatabase;
beforeAll(async () => {
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
});
afterAll(() => database.drop());

const FROM: Whereabouts = { device: "Firefox, Linux", network: "203.0.113.x" };

async function told({ id }: { id: string }) {
  const { items } = await listNotifications(database.db, id, { limit: 50 });
  return items.map(({ type, accountChange, device, network, amount, requestId, donorName, read }) => ({
    type,
    accountChange,
    device,
    network,
    amount,
    requestId,
    donorName,
    read,
  }));
}
const notice = (accountChange: string) => ({
  type: "account",
  accountChange,
  ...FROM,
  amount: 0,
  requestId: null,
  donorName: null,
  read: false,
});

it("trust 39: who is paid elsewhere from now on is told, with from where", async () => {
  const person = await addPerson(database.db);
  const change = (changes: Parameters<typeof updateUser>[2]) =>
    updateUser(database.db, person, changes, FROM);
  await change({ paypalEmail: "thief@example.org" });
  expect(await told(person)).toEqual([notice("paypal_email")]);
  await change({ paypalEmail: null });
  expect(await told(person)).toHaveLength(2);
  await change({ paymentMethod: "visa", visaCardToken: "pm_first" });
  expect((await told(person)).at(0)).toEqual(notice("payout_method"));
  await change({ visaCardToken: "pm_second" });
  expect((await told(person)).at(0)).toEqual(notice("payout_card"));
  expect(await told(person)).toHaveLength(4);
});

it("says nothing of what stays, what is new, and what is no payout detail", async () => {
  const person = await addPerson(database.db);
  const { paypalEmail } = (await database.db.select().from(users).where(eq(users.id, person.id)))[0] ?? {};
  await updateUser(
    database.db,
    person,
    { paypalEmail, paymentMethod: "paypal", visaCardToken: "pm_new" },
    FROM,
  );
  await updateUser(database.db, person, { anonymousProfile: true, preferredLanguage: "fr" }, FROM);
  await expect(
    updateUser(database.db, person, { paypalEmail: "other@example.org", username: "admin" }, FROM),
  ).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  expect(await told(person)).toEqual([]);
});
