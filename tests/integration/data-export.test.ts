import { getTableName, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as schema from "@/db/schema";
import { exportData } from "@/lib/domain/privacy/export-data";
import { personalDataSchema } from "@/lib/domain/privacy/schema";
import { updateUser } from "@/lib/domain/users/update-user";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { liveFully } from "../support/full-life";
import { ScriptedCard } from "../support/scripted-card";
import { ScriptedWallet } from "../support/scripted-wallet";

/** Tables that say nothing about a person, or whose rows cannot be told to be somebody's. */
const NOBODYS: Record<string, string> = {
  audit_entries: "told apart by what each is about: see operatorActions",
  giving_histogram: "counts people, names none",
  giving_histogram_changes: "counts people, names none",
  held_usernames: "keyed hashes of names of accounts that are gone",
  live_stats: "sums over everybody",
  provider_events: "a payment's id and a type; the payment itself is exported",
  rate_limits: "keyed hashes, for an hour at most",
  sessions: "whose it is stands in its data: see sessions",
};

/** Tables of a person's that are left out as a whole. */
const LEFT_OUT_TABLES: Record<string, string> = {
  card_attempts: "hashes and counts of the last day against stolen cards; the payments are exported",
  idempotency_keys: "answers of the last day, kept for retries; what they speak of is exported",
};

/** Where a table's rows stand in the export. */
const SECTIONS: Record<string, string> = {
  users: "account",
  accounts: "signInAccounts",
  requests: "requests",
  photos: "photos",
  donations: "donationsGiven",
  giving_totals: "givenByPeriod",
  boost_purchases: "boostPurchases",
  boost_entries: "boostEntries",
  subscriptions: "subscriptions",
  subscription_payments: "subscriptionPayments",
  ledger_entries: "ledgerEntries",
  notifications: "notifications",
};

/** Columns of a person's rows that are left out. */
const LEFT_OUT: Record<string, string> = {
  "users.password": "a hash that tells the person nothing and could be attacked: hasPassword",
  "users.visaCardToken": "a key to a card at the provider: hasCard",
  "users.avatarHash": "made from the avatar",
  "users.erasedAt": "null for whoever can ask",
  "users.monthlyStart": "a copy of givenByPeriod",
  "users.monthlyGiven": "a copy of givenByPeriod",
  "users.weeklyStart": "a copy of givenByPeriod",
  "users.weeklyGiven": "a copy of givenByPeriod",
  "users.dailyStart": "a copy of givenByPeriod",
  "users.dailyGiven": "a copy of givenByPeriod",
  "accounts.refresh_token": "never kept",
  "accounts.access_token": "never kept",
  "accounts.expires_at": "never kept",
  "accounts.token_type": "never kept",
  "accounts.scope": "never kept",
  "accounts.id_token": "never kept",
  "accounts.session_state": "never kept",
  "photos.uploadKey": "a way into the store",
  "photos.uploadClearedAt": "housekeeping",
  "requests.feedRank": "made from the priority",
  "donations.recipientId": "somebody else's id: recipient",
  "donations.reviewAt": "housekeeping",
  "donations.checkedAt": "housekeeping",
  "boost_purchases.checkAt": "housekeeping",
  "boost_purchases.returnPath": "the page to come back to",
  "subscriptions.checkAt": "housekeeping",
  "subscriptions.returnPath": "the page to come back to",
  "notifications.donorId": "somebody else's id, who may be anonymous",
};

const tables = Object.values<unknown>(schema).filter((each): each is PgTable => is(each, PgTable));

const persons = tables.filter((table) => getTableName(table) in SECTIONS);

/** The columns that say whose a row is. */
function owners(table: PgTable): string[] {
  return getTableConfig(table)
    .foreignKeys.filter((key) => getTableName(key.reference().foreignTable) === "users")
    .flatMap((key) => key.reference().columns.map(({ name }) => name));
}

let database: TestDatabase;
let life: Awaited<ReturnType<typeof liveFully>>;
let text: string;

beforeAll(async () => {
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  vi.stubEnv("APP_URL", "https://steuntje.example");
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  const context = { db: database.db, card: new ScriptedCard(), wallet: new ScriptedWallet() };
  await liveFully(context);
  life = await liveFully(context);
  text = JSON.stringify(await exportData(database.db, life.person));
});
afterAll(() => database.drop());

describe("the export", () => {
  it("knows of every table whether it speaks of a person", () => {
    for (const table of tables) {
      const name = getTableName(table);
      const known = [SECTIONS, LEFT_OUT_TABLES, NOBODYS].filter((list) => name in list);
      expect(known, `${name}: is it exported, or why not?`).toHaveLength(1);
      if (name in NOBODYS) expect(owners(table), name).toEqual([]);
    }
  });

  it("holds every row of the person, and of each every column, or a reason why not", async () => {
    const data: Record<string, unknown> = await exportData(database.db, life.person);
    const columns = new Set<string>();
    for (const table of persons) {
      const name = getTableName(table);
      const [own = "id"] = owners(table).filter((column) => column !== "recipientId");
      const rows = (await database.db.select().from(table)).filter((row) => row[own] === life.person.id);
      expect(rows.length, `${name}: the person has some`).toBeGreaterThan(0);
      for (const row of rows) {
        const kept = Object.entries(row).filter(([column]) => {
          columns.add(`${name}.${column}`);
          return !(`${name}.${column}` in LEFT_OUT) && (column !== own || own === "id");
        });
        const told = expect.objectContaining(JSON.parse(JSON.stringify(Object.fromEntries(kept))));
        expect([data[SECTIONS[name] ?? ""]].flat(), name).toContainEqual(told);
      }
    }
    for (const column of Object.keys(LEFT_OUT)) expect([...columns]).toContain(column);
  });

  it("fits what the contract says, and holds the photos' addresses and the sessions' times", async () => {
    const data = personalDataSchema.strict().parse(await exportData(database.db, life.person));
    expect(data.account).toMatchObject({ email: life.words.email, hasPassword: true, hasCard: true });
    expect(data.photos).toContainEqual(
      expect.objectContaining({
        address: `https://steuntje.example/photos/${life.photos.shown}-800x600.webp`,
      }),
    );
    expect(data.sessions).toHaveLength(2);
    expect(data.operatorActions).toEqual([
      expect.objectContaining({ action: "look_up_person", reason: "ticket 812" }),
    ]);
  });

  it("holds no secret, and nothing of others that they hide", async () => {
    const { password, words, donor, sessions, recipient } = life;
    for (const secret of [
      password,
      words.card,
      words.answer,
      "ines",
      ...sessions.map(({ token }) => token),
    ]) {
      expect(text, secret).not.toContain(secret);
    }
    for (const hidden of [donor.id, donor.username, donor.name, donor.email, recipient.id, recipient.email]) {
      expect(text, hidden).not.toContain(hidden);
    }
    expect(text).not.toContain(life.donations.received.paymentId);
    expect(text).toContain(recipient.username);
    await updateUser(database.db, donor, { anonymousProfile: false });
    expect(JSON.stringify(await exportData(database.db, life.person))).toContain(donor.username);
  });
});
