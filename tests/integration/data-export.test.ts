import { text as textOf } from "node:stream/consumers";
import { getTableName, is, sql } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as schema from "@/db/schema";
import { updateUser } from "@/lib/domain/accounts/update-user";
import { exportData } from "@/lib/domain/privacy/export-data";
import { personalDataSchema } from "@/lib/domain/privacy/schema";
import { unconfiguredPayouts } from "@/lib/providers/unconfigured";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { liveFully } from "../support/full-life";
import { addPerson, addRequest } from "../support/people";
import { ScriptedCard } from "../support/scripted-card";
import { ScriptedWallet } from "../support/scripted-wallet";

/** How many rows each part had that was read of a ledger. */
const parts = vi.hoisted((): number[] => []);

vi.mock("@/lib/domain/privacy/export-payments-store", async (original) => {
  const store = await original<typeof import("@/lib/domain/privacy/export-payments-store")>();
  const selectLedger: typeof store.selectLedger = async (...asked) => {
    const rows = await store.selectLedger(...asked);
    parts.push(rows.length);
    return rows;
  };
  return { ...store, selectLedger };
});

/** Tables without personal data, or whose rows belong to no known person. */
const NOBODYS: Record<string, string> = {
  nightly_checks: "what the nightly check found, by numbers",
  refused_events: "which sources of events were refused, and how often",
  write_probes: "whether a write succeeds, and nothing else",
  audit_entries: "told apart by what each is about: see operatorActions",
  donation_returns:
    "what partial refunds took of a donation: its returnedAmount and returnedFee, and the ledger",
  donation_histogram: "counts people, names none",
  donation_histogram_changes: "counts people, names none",
  live_stats: "sums over everybody",
  payout_donations: "the donations of a payout: payouts.donations",
  provider_events: "a payment's id and a type; the payment itself is exported",
  rate_limits: "keyed hashes, for an hour at most",
  server_keys: "the installation's own",
  sessions: "whose it is stands in its data: see sessions",
  transfer_returns: "what came back of a transfer: transfers.returned, and the ledger",
};

/** Tables of a person's that are left out as a whole. */
const LEFT_OUT_TABLES: Record<string, string> = {
  reports: "empty until people can report",
  decisions: "empty until operators can decide",
  appeals: "empty until operators can decide",
  blocks: "empty until people can block",
  known_browsers: "keyed hashes that only say which accounts share a browser",
  approvals: "what operators ask each other",
  request_flags: "what rules noticed; where they hold money, the hold is exported",
  stops: "what an operator stopped for everybody",
  card_attempts: "hashes and counts of the last day against stolen cards; the payments are exported",
  held_usernames: "keyed hashes of names that were given up; the names themselves are not kept",
  idempotency_keys: "answers of the last day, kept for retries; what they speak of is exported",
};

/** Where the export has a table's rows. */
const SECTIONS: Record<string, string> = {
  users: "account",
  accounts: "signInAccounts",
  requests: "requests",
  photos: "photos",
  donations: "donationsGiven",
  payee_accounts: "payeeAccounts",
  transfers: "transfers",
  payouts: "payouts",
  holds: "holds",
  donation_totals: "givenByPeriod",
  boost_purchases: "boostPurchases",
  boost_entries: "boostEntries",
  subscriptions: "subscriptions",
  subscription_payments: "subscriptionPayments",
  ledger_entries: "ledgerEntries",
  notifications: "notifications",
  passkeys: "passkeys",
  second_factors: "secondFactors",
  recovery_codes: "recoveryCodes",
  known_devices: "knownDevices",
  account_links: "links",
  mails: "messages",
  message_choices: "messageChoices",
  push_subscriptions: "pushSubscriptions",
};

/** Columns of a person's rows that are left out. */
const LEFT_OUT: Record<string, string> = {
  "ledger_entries.ordinal": "1 for whatever moved for a person",
  "users.password": "a hash that tells the person nothing and could be attacked: hasPassword",
  "users.visaCardToken": "a key to a card at the provider: hasCard",
  "users.avatarHash": "made from the avatar",
  "users.operatorSince": "what somebody is for this installation, not about them",
  "users.suspendedAt": "made from the decisions",
  "users.hiddenAt": "made from the decisions",
  "photos.differenceHash": "made from the picture",
  "photos.hashQuarters": "made from the picture",
  "users.isDemo": "true for made-up people only",
  "users.erasedAt": "null for whoever can ask",
  "users.accessRound": "a count that tells the person nothing",
  "users.contestedBy": "null for whoever can ask: an address that may be somebody else's",
  "users.monthlyStart": "a copy of givenByPeriod",
  "users.monthlyGiven": "a copy of givenByPeriod",
  "users.monthlyPublic": "a copy of givenByPeriod",
  "users.weeklyStart": "a copy of givenByPeriod",
  "users.weeklyGiven": "a copy of givenByPeriod",
  "users.weeklyPublic": "a copy of givenByPeriod",
  "users.dailyStart": "a copy of givenByPeriod",
  "users.dailyGiven": "a copy of givenByPeriod",
  "users.dailyPublic": "a copy of givenByPeriod",
  "notifications.anonymous": "about the donor, who stands with the donation if they are named",
  "accounts.refresh_token": "never kept",
  "accounts.access_token": "never kept",
  "accounts.expires_at": "never kept",
  "accounts.token_type": "never kept",
  "accounts.scope": "never kept",
  "accounts.id_token": "never kept",
  "accounts.session_state": "never kept",
  "photos.uploadKey": "a way into the store",
  "photos.uploadClearedAt": "housekeeping",
  "photos.sentBytes": "counts for a quota until the photo is used",
  "requests.feedRank": "made from the priority",
  "requests.lastDonors": "other people's ids, who stand with the donations if they are named",
  "donations.recipientId": "somebody else's id: recipient",
  "donations.checkAt": "housekeeping",
  "donations.isOwed": "whether its recipient was paid, who can see it",
  "payee_accounts.bankId": "finds when a bank account is entered again",
  "payouts.destination": "finds which bank account a payout went to",
  "payouts.bankHash": "a keyed hash that finds a payout to the same bank account",
  "payee_accounts.bankHash": "a keyed hash that finds a bank account of several people",
  "payee_accounts.checkAt": "housekeeping",
  "transfers.chargeId": "the payment of somebody else",
  "transfers.tries": "housekeeping",
  "transfers.problem": "what the operator has to do: the state says that it waits",
  "transfers.adoptedAt": "housekeeping",
  "transfers.claimedUntil": "housekeeping",
  "transfers.checkAt": "housekeeping",
  "payouts.tries": "housekeeping",
  "payouts.problem": "what the operator has to do: the state says that it waits",
  "payouts.adoptedAt": "housekeeping",
  "payouts.claimedUntil": "housekeeping",
  "payouts.checkAt": "housekeeping",
  "holds.placedBy": "an operator, who is a person too",
  "holds.liftedBy": "an operator, who is a person too",
  "donations.returnSecretHash": "a hash of a secret of the provider's",
  "donations.captureRefusedAt": "housekeeping",
  "donations.refundRefusal": "what the operator has to do: the refund is shown as due",
  "boost_purchases.captureRefusedAt": "housekeeping",
  "boost_purchases.refundRefusal": "what the operator has to do: the refund is shown as due",
  "subscriptions.paymentAwaitedSince": "housekeeping",
  "subscription_payments.refundRefusal": "what the operator has to do: the refund is shown as due",
  "boost_purchases.checkAt": "housekeeping",
  "boost_purchases.returnPath": "the page to come back to",
  "subscriptions.checkAt": "housekeeping",
  "subscriptions.returnPath": "the page to come back to",
  "passkeys.credentialId": "names the key to this site, and helps nobody else",
  "passkeys.publicKey": "a key",
  "passkeys.counter": "housekeeping against copied keys",
  "second_factors.secret": "the key itself: who reads the file could make codes",
  "second_factors.lastStep": "housekeeping against repeated codes",
  "recovery_codes.hash": "a hash of a secret",
  "account_links.tokenHash": "a hash of a secret",
  "mails.secret": "opens the account",
  "mails.claimedAt": "housekeeping",
  "push_subscriptions.endpoint": "it lets others send to the browser",
  "push_subscriptions.p256dh": "a key",
  "push_subscriptions.auth": "a key",
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
  const context = {
    db: database.db,
    card: new ScriptedCard(),
    wallet: new ScriptedWallet(),
    payoutProviders: unconfiguredPayouts,
  };
  await liveFully(context);
  life = await liveFully(context);
  text = await exported(life.person);
});
afterAll(() => database.drop());

async function exported(person: { id: string }): Promise<string> {
  return textOf((await exportData(database.db, person)).json);
}

/** Donations of the same time, with their entries and notifications. */
async function addDonations(donorId: string, recipient: { id: string }, count: number): Promise<void> {
  const { id: requestId } = await addRequest(database.db, recipient, { goal: 1_000_000 });
  await database.db.execute(sql`
    with given as (
      insert into donations (id, request_id, donor_id, recipient_id, amount, service_fee, currency, payment_status, created_at, settled_at, credited_at)
      select gen_random_uuid(), ${requestId}, ${donorId}, ${recipient.id}, 100, 2, 'eur', 'completed', now(), now(), now()
      from generate_series(1, ${count}::integer)
      returning id, donor_id, recipient_id
    ), entered as (
      insert into ledger_entries (donation_id, kind, account, user_id, amount, created_at)
      select id, 'donation', account, user_id, amount, now() from given
      cross join lateral (values ('donor'::ledger_account, donor_id, -102), ('recipient', recipient_id, 100)) e (account, user_id, amount)
    )
    insert into notifications (id, user_id, type, request_id, donation_id, donor_id, amount, progress, created_at)
    select gen_random_uuid(), recipient_id, 'donation', ${requestId}, id, donor_id, 100, 1, now() from given`);
}

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
    const data: Record<string, unknown> = JSON.parse(text);
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
    const data = personalDataSchema.strict().parse(JSON.parse(text));
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

  it("holds no column that is left out, such as the ids of those who gave (D36)", () => {
    const data: Record<string, unknown> = JSON.parse(text);
    const held = Object.keys(LEFT_OUT).filter((left) => {
      const [table = "", column = ""] = left.split(".");
      return [data[SECTIONS[table] ?? ""]].flat().some((row) => Object.hasOwn(Object(row), column));
    });
    expect(held).toEqual([]);
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
    expect(await exported(life.person)).not.toContain(donor.username);
  });

  it("holds everything once, however much there is of it at one moment", async () => {
    const { id, username } = await addPerson(database.db);
    const other = await addPerson(database.db);
    await addDonations(id, other, 2_500);
    parts.length = 0;
    const data = personalDataSchema.parse(JSON.parse(await exported({ id })));
    expect(parts, "no more of it is in memory").toEqual([1_000, 1_000, 500]);
    for (const section of ["donationsGiven", "ledgerEntries"] as const) {
      expect(new Set(data[section].map((row) => row.id)).size, section).toBe(2_500);
      expect(data[section], section).toHaveLength(2_500);
    }
    const received = personalDataSchema.parse(JSON.parse(await exported(other)));
    for (const section of ["donationsReceived", "ledgerEntries", "notifications"] as const) {
      expect(new Set(received[section].map((row) => row.id)).size, section).toBe(2_500);
      expect(received[section], section).toHaveLength(2_500);
    }
    expect(received.donationsReceived[0], "who gave openly is named").toMatchObject({ donor: username });
  });
});
