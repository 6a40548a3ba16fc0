import postgres from "postgres";
import { connect, type Db } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { checkRequest, claimDueChecks } from "@/lib/domain/safety/review";
import { HELD_AT, REVIEW_RULES } from "@/lib/domain/safety/review-rules";
import { DAY, HOUR, MINUTE } from "@/lib/ground/durations";
import { env } from "@/lib/ground/env";
import { createPhotoStore } from "@/lib/providers/storage";
import { seedIfEmpty } from "@/seed/seed";
import { Random } from "@/tests/faults/random";
import { onDatabases } from "./database";
import { counted, type Figure } from "./figure";
import { hashLike } from "./likeness";
import { copyOf, type MadeUp, madeUpRequest } from "./made-up-requests";

const REQUESTS = 10_000;
const DONORS = 5_000;
const AT = Date.UTC(2026, 10, 20);
/** The requests were made within ninety days. */
const WITHIN = 90 * DAY;
const ANALYZED = 1_000;

/** What honest requests have now and then, of how many in a thousand. Assumed: nobody has counted it. */
const HONEST = {
  young: 500,
  high: 300,
  photo: 600,
  productPhoto: 10,
  contact: 20,
  bank: 3,
  browser: 30,
  class: 2,
  report: 5,
};
/** How people cheat, of how many requests in a thousand. */
const CHEATS = { copies: 6, farm: 3, ownCard: 4, cardTests: 2, elsewhere: 3, reported: 2 } as const;
type Cheat = keyof typeof CHEATS;

/** The most of the honest requests that may be held, in percent; and the fewest of the others. */
const MOST_HONEST = 2;
const LEAST_CHEATS = 80;

/** How many requests the rules would hold (safety.md, Must be shown): the demo's, and 10,000 made-up ones. */
export function held(): Promise<Figure[]> {
  return onDatabases(async (database) => {
    const demo = await heldOfDemo(await database("demo"));
    const url = await database("held");
    await migrateDatabase(url);
    const made = await load(url);
    const { db, close } = connect(url, { max: 1 });
    const begun = performance.now();
    for (const [n, { id }] of made.entries()) {
      if (n % ANALYZED === 0) await db.execute("analyze request_texts");
      await checkRequest(db, id);
    }
    console.log(`  ${((performance.now() - begun) / REQUESTS).toFixed(1)} ms for each request`);
    const figures = await figuresOf(db, made);
    await close();
    return [
      counted("of the demo's requests, held", { unit: "", target: { atMost: 0 }, ours: demo }),
      ...figures,
    ];
  });
}

async function figuresOf(db: Db, made: readonly MadeRow[]): Promise<Figure[]> {
  const rows = await db.execute<{ id: string; rules: string[]; held: boolean }>(`
    select r.id, array_remove(array_agg(f.rule order by f.rule), null) as rules,
      exists (select from holds h where h.request_id = r.id and h.cause = 'risk') as held
    from requests r left join request_flags f on f.request_id = r.id group by r.id`);
  const isHeld = new Map([...rows].map((row) => [row.id, row]));
  const share = (of: readonly MadeRow[]) => of.filter(({ id }) => isHeld.get(id)?.held).length;
  const honest = made.filter(({ cheat }) => cheat === null);
  const cheats = made.filter(({ cheat }) => cheat !== null);
  const together = new Map<string, number>();
  for (const { id } of honest) {
    const row = isHeld.get(id);
    if (row?.held) together.set(row.rules.join(" + "), (together.get(row.rules.join(" + ")) ?? 0) + 1);
  }
  for (const [rules, count] of [...together].sort((a, b) => b[1] - a[1]))
    console.log(`  honest, held by ${rules}: ${count}`);
  for (const cheat of Object.keys(CHEATS)) {
    const of = made.filter((each) => each.cheat === cheat);
    console.log(`  ${cheat}: ${share(of)} of ${of.length}`);
  }
  const percent = (of: readonly MadeRow[]) => (100 * share(of)) / of.length;
  return [
    counted(`of ${made.length} made-up requests, held at ${HELD_AT} points`, { unit: "", ours: share(made) }),
    counted("of the honest ones, held", {
      unit: "%",
      target: { atMost: MOST_HONEST },
      ours: percent(honest),
    }),
    counted("of the others, held", { unit: "%", target: { atLeast: LEAST_CHEATS }, ours: percent(cheats) }),
    ...Object.keys(REVIEW_RULES).map((rule) =>
      counted(`${rule} fired`, {
        unit: "",
        ours: [...rows].filter(({ rules }) => rules.includes(rule)).length,
      }),
    ),
  ];
}

async function heldOfDemo(url: string): Promise<number> {
  await migrateDatabase(url);
  const { db, close } = connect(url, { max: 1 });
  await seedIfEmpty(db, createPhotoStore(env()));
  for (const { id } of await claimDueChecks(db, new Date("2100-01-01T00:00:00Z"), 1_000))
    await checkRequest(db, id);
  const [row] = await db.execute<{ held: number }>(
    "select count(*)::integer as held from holds where cause = 'risk'",
  );
  await close();
  return row?.held ?? Number.NaN;
}

type MadeRow = { id: string; cheat: Cheat | null };

const idOf = (kind: number, n: number) => `00000000-000${kind}-7000-8000-${n.toString(16).padStart(12, "0")}`;

/** Requests with their people, photos, donations, bank accounts, browsers and reports, in the order they were made. */
async function load(url: string): Promise<MadeRow[]> {
  const random = new Random(2_811);
  const among = (thousandth: number) => random.chance(thousandth / 1_000);
  const tables: Record<string, object[]> = {
    users: [],
    requests: [],
    photos: [],
    donations: [],
    payee_accounts: [],
    known_browsers: [],
    reports: [],
    due_checks: [],
  };
  const add = (table: string, row: object) => tables[table]?.push(row);
  let people = 0;
  const addPerson = (since: Date) => {
    people += 1;
    const [id, username] = [idOf(1, people), `person${people}`];
    add("users", {
      id,
      username,
      email: `${username}@example.org`,
      name: username,
      created_at: since,
      updated_at: since,
    });
    add("known_browsers", { user_id: id, browser: `of ${id}`, seen_at: since });
    return id;
  };
  const donors = Array.from({ length: DONORS }, () => addPerson(new Date(AT - random.whole(30, 900) * DAY)));
  const made: MadeRow[] = [];
  const earlier: { text: MadeUp; hash: bigint }[] = [];
  const product = hashLike(random);
  for (let n = 0; n < REQUESTS; n += 1) {
    const at = new Date(AT - WITHIN + (n / REQUESTS) * WITHIN);
    const cheat = cheatOf(random);
    const isYoung =
      among(HONEST.young) || cheat === "ownCard" || cheat === "cardTests" || cheat === "elsewhere";
    const isHigh = among(HONEST.high) || (isYoung && cheat !== null);
    const age = isYoung ? random.whole(0, 6 * 24) * HOUR : random.whole(7, 900) * DAY;
    const owner = addPerson(new Date(at.getTime() - age));
    const copied = cheat === "copies" ? random.pick(earlier.slice(-2_000)) : undefined;
    const own = copied ? copyOf(copied.text, random) : madeUpRequest(random);
    const text = cheat === "elsewhere" || among(HONEST.contact) ? withContact(own, random) : own;
    const hash = copied ? copied.hash ^ 5n : among(HONEST.productPhoto) ? product : hashLike(random);
    earlier.push({ text: own, hash });
    const [id, goal] = [idOf(2, n), isHigh ? random.whole(25_001, 90_000) : random.whole(1_000, 25_000)];
    const isBurst = cheat === "cardTests" || among(HONEST.class);
    const given = isBurst ? random.whole(5, 12) : random.whole(1, 9);
    let raised = 0;
    for (let d = 0; d < given; d += 1) {
      const settled = new Date(
        at.getTime() + HOUR + (isBurst ? d * 5 * MINUTE : random.whole(0, 20 * 24) * HOUR),
      );
      const donor = isBurst ? addPerson(new Date(settled.getTime() - HOUR)) : (random.pick(donors) ?? "");
      const amount = isBurst ? random.whole(100, 400) : random.whole(2, 50) * 100;
      raised += amount;
      const gift = {
        id: idOf(3, n * 100 + d),
        request_id: id,
        donor_id: donor,
        recipient_id: owner,
        amount,
      };
      const times = { created_at: settled, settled_at: settled, credited_at: settled };
      const rest = {
        service_fee: 50,
        currency: "eur",
        payment_status: "completed",
        payment_method: "stripe",
      };
      add("donations", { ...gift, ...rest, ...times });
      // They share a browser with a donor: a household, or themselves.
      if (d === 0 && (cheat === "ownCard" || among(HONEST.browser)))
        add("known_browsers", { user_id: donor, browser: `of ${owner}`, seen_at: at });
    }
    add("requests", {
      ...{
        id,
        user_id: owner,
        item: text.item,
        description: text.description,
        goal: Math.max(goal, raised + 1),
      },
      ...{ raised, donation_count: given, created_at: at },
    });
    if (cheat === "copies" || among(HONEST.photo)) {
      const size = { width: 800, height: 600, difference_hash: String(hash) };
      add("photos", { id, user_id: owner, upload_key: id, request_id: id, ...size, created_at: at });
    }
    const isShared = cheat === "farm" || among(HONEST.bank);
    const account = {
      id,
      user_id: owner,
      provider: "stripe",
      country: "NL",
      provider_account_id: id,
      created_at: at,
    };
    add("payee_accounts", {
      ...account,
      bank_hash: isShared ? `bank ${n % 2} ${Math.floor(n / 2_000)}` : id,
    });
    const reports = cheat === "reported" ? 2 : among(HONEST.report) ? 1 : 0;
    for (let r = 0; r < reports; r += 1) {
      const by = donors[(n * 7 + r) % DONORS];
      const about = {
        subject: "request",
        subject_id: id,
        person_id: owner,
        ground: "scam",
        text: "It is not what it says.",
      };
      const report = {
        id: idOf(4, n * 10 + r),
        reference: `R-${n}-${r}`,
        reporter_id: by,
        locale: "en",
      };
      add("reports", {
        ...report,
        ...about,
        browser: `of ${by}`,
        created_at: at,
        due_at: new Date(at.getTime() + DAY),
      });
    }
    add("due_checks", { request_id: id, due_at: at });
    made.push({ id, cheat });
  }
  const sql = postgres(url, { max: 1, connection: { session_replication_role: "replica" } });
  for (const [table, rows] of Object.entries(tables)) {
    for (let from = 0; from < rows.length; from += 2_000)
      await sql`insert into ${sql(table)} ${sql(rows.slice(from, from + 2_000) as Record<string, string>[])}`;
  }
  await sql.unsafe("vacuum analyze");
  await sql.end();
  return made;
}

function cheatOf(random: Random): Cheat | null {
  let left = random.next() * 1_000;
  for (const [cheat, of] of Object.entries(CHEATS) as [Cheat, number][]) {
    left -= of;
    if (left < 0) return cheat;
  }
  return null;
}

function withContact({ item, description }: MadeUp, random: Random): MadeUp {
  const ways = [
    "Mail me at help@example.org.",
    "Call 06 12345678.",
    "Or to NL91 ABNA 0417 1643 00.",
    "paypal.me/helpme",
  ];
  return { item, description: `${description} ${random.pick(ways)}` };
}
