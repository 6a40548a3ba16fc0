import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import postgres from "postgres";
import { connect, type Db } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { marksOf, similarityOf } from "@/lib/domain/safety/like-texts";
import { textOf } from "@/lib/domain/safety/review-rules";
import { selectLikePhotos, selectLikeTexts } from "@/lib/domain/safety/review-store";
import { DAY } from "@/lib/ground/durations";
import { Random } from "@/tests/faults/random";
import { onDatabases } from "./database";
import { counted, type Figure, median, percentile } from "./figure";
import { copyOf, type MadeUp, madeUpRequest } from "./made-up-requests";
import { pagesTouched } from "./pages-touched";

const REQUESTS = 1_000_000;
const PEOPLE = 100_000;
const AT = Date.UTC(2026, 10, 20);
const YEARS = 730 * DAY;
/** New requests of each kind, and of how many the pages are counted. */
const NEW = 200;
const COUNTED = 20;
/** What a lookup may take (issue 28), and how many copies are found, in percent. */
const MOST_MS = 20;
const LEAST_FOUND = 95;

const idOf = (kind: number, n: number) => `00000000-000${kind}-7000-8000-${n.toString(16).padStart(12, "0")}`;
/** Spread over two years, the last one just now. */
const madeAt = (n: number) => new Date(AT - YEARS + Math.floor((n / REQUESTS) * YEARS));

/** Finding texts and photos like those of a new request, among a million (safety.md, Look before money moves). */
export function likeness(): Promise<Figure[]> {
  return onDatabases(async (database) => {
    const url = await database("likeness");
    await migrateDatabase(url);
    const begun = performance.now();
    const recent = await load(url);
    console.log(`  ${REQUESTS} requests in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
    const { db, close } = connect(url, { max: 1 });
    const random = new Random(7);
    const another = idOf(1, 0);
    const copies = Array.from({ length: NEW }, () => copyOf(random.pick(recent) as MadeUp, random));
    const texts: Record<string, MadeUp[]> = {
      "as others write": Array.from({ length: NEW }, () => madeUpRequest(random)),
      "copied, in a few other words": copies,
      "of what everybody says": Array.from({ length: NEW }, () => ({
        item: "A bicycle for my son",
        description: random.chance(0.5)
          ? "Every little bit helps. Thank you so much for reading this. Second-hand is fine."
          : "Every little bit helps. The old one broke last week and cannot be repaired any more.",
      })),
    };
    const figures: Figure[] = [];
    for (const [label, made] of Object.entries(texts)) {
      const reads = made.map((request) => {
        const marks = marksOf(textOf(request));
        return (on: Db) => selectLikeTexts(on, { ownerId: another, createdAt: new Date(AT), marks });
      });
      const found = await figuresOf(url, db, `a text ${label}`, reads, figures);
      const isLike = (own: MadeUp) => (other: MadeUp) => similarityOf(textOf(own), textOf(other)) >= 0.6;
      const alike = made.filter((request, at) =>
        found[at]?.some((other) => isLike(request)(other as MadeUp)),
      );
      const percent = { unit: "%", ours: (100 * alike.length) / made.length };
      figures.push(
        counted(`a text ${label}: like another`, {
          ...percent,
          ...(made === copies && { target: { atLeast: LEAST_FOUND } }),
        }),
      );
    }
    const photos = Array.from({ length: NEW }, (_, n) => idOf(2, Math.floor((REQUESTS / NEW) * n) + 1));
    const reads = photos.map(
      (requestId) => (on: Db) => selectLikePhotos(on, { requestId, ownerId: another }),
    );
    await figuresOf(url, db, "a photo", reads, figures);
    await close();
    return figures;
  });
}

type Read = (db: Db) => Promise<readonly unknown[]>;

/** Adds how long reads take and how many pages they touch; returns what each found. */
async function figuresOf(
  url: string,
  db: Db,
  label: string,
  reads: readonly Read[],
  figures: Figure[],
): Promise<(readonly unknown[])[]> {
  const took: number[] = [];
  const found: (readonly unknown[])[] = [];
  for (const read of reads) {
    const begun = performance.now();
    found.push(await read(db));
    took.push(performance.now() - begun);
  }
  const pages: number[] = [];
  for (const read of reads.slice(0, COUNTED)) pages.push(await pagesTouched(url, read));
  const asked = { unit: "ms", ours: took };
  figures.push(
    counted(`${label}: median`, asked),
    counted(`${label}: p95`, {
      ...asked,
      target: { atMost: MOST_MS },
      typical: (all) => percentile(all, 0.95),
    }),
    counted(`${label}: pages`, { unit: "pages", ours: pages, typical: median }),
  );
  return found;
}

/** Rows in two years of requests with their marks and photos; returns the texts of the last weeks. */
async function load(url: string): Promise<MadeUp[]> {
  const sql = postgres(url, {
    max: 1,
    onnotice: () => undefined,
    connection: { session_replication_role: "replica", maintenance_work_mem: "1GB" },
  });
  const random = new Random(28);
  const recent: MadeUp[] = [];
  await sql.unsafe(`
    insert into users (id, email, username, name, created_at, updated_at)
    select ('00000000-0001-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'p' || n || '@example.org', 'person' || n,
      'Person ' || n, now() - interval '3 years', now() from generate_series(0, ${PEOPLE}) n;
    drop index request_texts_alike; drop index photos_alike;
    create temporary table made (n integer, item text, description text, marks integer[], hash bigint)`);
  function* lines() {
    for (let n = 1; n <= REQUESTS; n += 1) {
      const made = madeUpRequest(random);
      if (n > REQUESTS - REQUESTS / 50) recent.push(made);
      const marks = marksOf(textOf(made)).join();
      yield `${n}\t${made.item}\t${made.description}\t{${marks}}\t${hashLike(random)}\n`;
    }
  }
  await pipeline(Readable.from(lines()), await sql`copy made from stdin`.writable());
  const request = `('00000000-0002-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  const owner = `('00000000-0001-7000-8000-' || lpad(to_hex(n::bigint * 7919 % ${PEOPLE} + 1), 12, '0'))::uuid`;
  const at = `timestamptz '${madeAt(0).toISOString()}' + n * interval '2 years' / ${REQUESTS}`;
  await sql.unsafe(`
    insert into requests (id, user_id, item, description, goal, created_at)
      select ${request}, ${owner}, item, description, 10000, ${at} from made;
    insert into request_texts (request_id, marks, created_at) select ${request}, marks, ${at} from made;
    insert into photos (id, user_id, upload_key, request_id, width, height, difference_hash, created_at)
      select ${request}, ${owner}, n::text, ${request}, 800, 600, hash, ${at} from made;
    create index request_texts_alike on request_texts using gin (marks);
    create index photos_alike on photos using gin (hash_quarters) where request_id is not null`);
  await sql.unsafe("vacuum analyze");
  await sql.end();
  return recent;
}

/** The hash of a photo: neighbouring places of a picture mostly get brighter or darker together. */
function hashLike(random: Random): bigint {
  let bits = 0n;
  for (let row = 0; row < 8; row += 1) {
    let bit = random.chance(0.5);
    for (let place = 0; place < 8; place += 1) {
      if (random.chance(0.35)) bit = !bit;
      bits = (bits << 1n) | (bit ? 1n : 0n);
    }
  }
  return BigInt.asIntN(64, bits);
}
