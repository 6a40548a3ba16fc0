import { text as textOf } from "node:stream/consumers";
import { eq, getTableColumns, getTableName, is, sql, TransactionRollbackError } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Tx } from "@/db/client";
import * as schema from "@/db/schema";
import { updateUser } from "@/lib/domain/accounts/update-user";
import { exportData } from "@/lib/domain/privacy/export-data";
import { ACCOUNT, type ExportedTable, TABLES } from "@/lib/domain/privacy/export-tables-store";
import { personalDataSchema } from "@/lib/domain/privacy/schema";
import { unconfiguredPayouts } from "@/lib/providers/unconfigured";
import { kindOf } from "../contract/access-columns";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { liveFully } from "../support/full-life";
import { addPerson, addRequest } from "../support/people";
import { ScriptedCard } from "../support/scripted-card";
import { ScriptedWallet } from "../support/scripted-wallet";

/** How many rows each part had that was read of a ledger. */
const parts = vi.hoisted((): number[] => []);

vi.mock("@/lib/domain/privacy/export-store", async (original) => {
  const store = await original<typeof import("@/lib/domain/privacy/export-store")>();
  const selectRows: typeof store.selectRows = async (db, exported, ...asked) => {
    const rows = await store.selectRows(db, exported, ...asked);
    if (exported.table === schema.ledgerEntries) parts.push(rows.length);
    return rows;
  };
  return { ...store, selectRows };
});

/** Tables without personal data, or whose rows belong to no known person. */
const NOBODYS: Record<string, string> = {
  nightly_checks: "what the nightly check found, by numbers",
  refused_events: "which sources of events were refused, and how often",
  write_probes: "whether a write succeeds, and nothing else",
  audit_entries: "told apart by what each is about: see operatorActions",
  donation_notes: "with the donation: donationsGiven.message, donationsReceived.message",
  donation_returns:
    "what partial refunds took of a donation: its returnedAmount and returnedFee, and the ledger",
  donation_histogram: "counts people, names none",
  donation_histogram_changes: "counts people, names none",
  gift_links: "by which others give to a request, without a word about them; the request is exported",
  guests:
    "who gave without an account; the donation itself is exported to its recipient, and to who claims it",
  live_stats: "sums over everybody",
  payout_donations: "the donations of a payout: payouts.donations",
  provider_events: "a payment's id and a type; the payment itself is exported",
  book_blocks: "hashes of the published books",
  book_leaves: "where entries of the ledger are in the published books; the entries are exported",
  book_months: "sums over everybody",
  book_nights: "what was published of the books, which names nobody",
  rate_limits: "keyed hashes, for a day at most",
  places: "towns, of nobody",
  open_requests: "what a search finds: the requests are exported",
  request_words: "their words",
  search_words: "words of everybody",
  request_texts: "hashes of words; the texts are exported",
  due_checks: "which requests rules have to look at, for minutes",
  server_keys: "the installation's own",
  transfer_returns: "what came back of a transfer: transfers.returned, and the ledger",
};

/** Tables of a person's that are left out as a whole. */
const LEFT_OUT_TABLES: Record<string, string> = {
  gift_meters: "sealed; giftMeter has what is in it",
  appeals: "with the decision: decisions.appeal",
  known_browsers: "keyed hashes that only say which accounts share a browser",
  approvals: "what operators ask each other",
  request_flags: "what rules noticed; where they hold money, the hold is exported",
  stops: "what an operator stopped for everybody",
  card_attempts: "hashes and counts of the last day against stolen cards; the payments are exported",
  held_usernames: "keyed hashes of names that were given up; the names themselves are not kept",
  idempotency_keys: "answers of the last day, kept for retries; what they speak of is exported",
};

/** The tables that are exported, with the name of their section. */
const EXPORTED: [string, ExportedTable][] = [["account", ACCOUNT], ...Object.entries(TABLES)];

/** Columns that no answer has, but the export: they say when something happened, and are no secrets to the person. */
const HIDDEN_FROM_ANSWERS = [
  "requests.priorityUntil",
  "requests.listedUntil",
  "requests.deletedAt",
  "photos.discardedAt",
  "pushSubscriptions.id",
];

const tables = Object.entries<unknown>(schema).filter((each): each is [string, PgTable] =>
  is(each[1], PgTable),
);

const nameInSchema = (of: PgTable) => tables.find(([, table]) => table === of)?.[0] ?? "";

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

/** What a row says about somebody else. */
const ABOUT_OTHERS = ["donations.isOwed", "notifications.anonymous"];

/** No answer has it, it is about others, or its name says it. It does not read the list that it checks. */
function isSecret(table: PgTable, column: string): boolean {
  return (
    kindOf(nameInSchema(table), column) === "secret" ||
    ABOUT_OTHERS.includes(`${nameInSchema(table)}.${column}`) ||
    /secret|token|hash|password|endpoint|key$|auth$/i.test(column)
  );
}

/** Puts a canary into every secret text of the exported tables, whatever their checks say. Returns the columns. */
async function markSecrets(tx: Tx): Promise<string[]> {
  const marked = [];
  for (const [, { table, omit }] of EXPORTED) {
    for (const { name } of getTableConfig(table).checks) {
      await tx.execute(sql`alter table ${table} drop constraint ${sql.identifier(name)}`);
    }
    for (const [key, column] of Object.entries(getTableColumns(table))) {
      if (column.columnType !== "PgText" || column.generated || column.enumValues?.length) continue;
      if (!(key in omit) && !isSecret(table, key)) continue;
      const name = `${nameInSchema(table)}.${key}`;
      const canary = sql`${`cnry_${name}`}::text || ctid`;
      await tx.update(table).set({ [key]: canary });
      marked.push(name);
    }
  }
  return marked;
}

describe("the export", () => {
  it("knows of every table whether it speaks of a person", () => {
    const exported = EXPORTED.map(([, { table }]) => getTableName(table));
    for (const [, table] of tables) {
      const name = getTableName(table);
      const known = [...exported, ...Object.keys(LEFT_OUT_TABLES), ...Object.keys(NOBODYS)];
      expect(
        known.filter((each) => each === name),
        `${name}: is it exported, or why not?`,
      ).toHaveLength(1);
      if (name in NOBODYS) expect(owners(table), name).toEqual([]);
    }
  });

  it("holds every row of the person, and of each every column, or a reason why not", async () => {
    const data: Record<string, unknown> = JSON.parse(text);
    for (const [section, { table, omit }] of EXPORTED) {
      const notOwn = table === schema.reports ? "personId" : "recipientId";
      const [own = "id"] = owners(table).filter((column) => column !== notOwn);
      const all: Record<string, unknown>[] = await database.db.select().from(table);
      const rows = all.filter((row) =>
        table === schema.sessions
          ? JSON.stringify(row.sess).includes(life.person.id)
          : row[own] === life.person.id,
      );
      expect(rows.length, `${section}: the person has some`).toBeGreaterThan(0);
      const others = [...Object.keys(omit), ...owners(table)];
      for (const row of rows) {
        const kept = Object.entries(row).filter(([column]) => !others.includes(column));
        const told = expect.objectContaining(JSON.parse(JSON.stringify(Object.fromEntries(kept))));
        expect([data[section]].flat(), section).toContainEqual(told);
      }
    }
  });

  it("leaves out whom a row refers to, and every secret", () => {
    const leaks = EXPORTED.flatMap(([, { table, columns }]) =>
      Object.keys(getTableColumns(table))
        .filter((column) => column in columns)
        .filter((column) => isSecret(table, column) || owners(table).includes(column))
        .map((column) => `${nameInSchema(table)}.${column}`),
    );
    expect(leaks.sort()).toEqual([...HIDDEN_FROM_ANSWERS].sort());
  });

  it("holds no canary that is put into a secret, or into another column that is left out", async () => {
    await expect(
      database.db.transaction(async (tx) => {
        const marked = await markSecrets(tx);
        expect(marked).toEqual(expect.arrayContaining(["users.password", "mails.secret", "sessions.sid"]));
        const data = await textOf((await exportData(tx, life.person)).json);
        expect(data).toContain(life.words.item);
        expect(data.match(/cnry_[\w.]+/g)).toBeNull();
        tx.rollback();
      }),
    ).rejects.toThrow(TransactionRollbackError);
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

  it("has the title of a hidden request for its owner only (D57)", async () => {
    const [donor, owner] = [await addPerson(database.db), await addPerson(database.db)];
    await addDonations(donor.id, owner, 1);
    await database.db
      .update(schema.requests)
      .set({ isActive: false })
      .where(eq(schema.requests.userId, owner.id));
    expect(JSON.parse(await exported(donor)).donationsGiven).toMatchObject([{ item: null }]);
    expect(JSON.parse(await exported(owner)).requests).toMatchObject([{ item: "A winter coat" }]);
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
