import { connect, type Db } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { marksOf, similarityOf } from "@/lib/domain/safety/like-texts";
import { textOf } from "@/lib/domain/safety/review-rules";
import { selectLikePhotos, selectLikeTexts } from "@/lib/domain/safety/review-store";
import { Random } from "@/tests/faults/random";
import { onDatabases } from "./database";
import { counted, type Figure, median, percentile } from "./figure";
import { loadMadeUp, onLoading } from "./load-made-up";
import { copyOf, type MadeUp, madeUpId, madeUpRequest } from "./made-up-requests";
import { pagesTouched } from "./pages-touched";

const REQUESTS = 1_000_000;
const AT = Date.UTC(2026, 10, 20);
/** New requests of each kind, and of how many the pages are counted. */
const NEW = 200;
const COUNTED = 20;
/** What a lookup may take (issue 28), and how many copies are found, in percent. */
const MOST_MS = 20;
const LEAST_FOUND = 95;

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
    const another = madeUpId.person(0);
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
    const photos = Array.from({ length: NEW }, (_, n) =>
      madeUpId.request(Math.floor((REQUESTS / NEW) * n) + 1),
    );
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

/** Requests of two years with their marks and photos; returns the texts of the last weeks. */
async function load(url: string): Promise<MadeUp[]> {
  const random = new Random(28);
  const recent: MadeUp[] = [];
  await onLoading(url, async (sql) => {
    await sql.unsafe("drop index request_texts_alike; drop index photos_alike");
    await loadMadeUp(sql, {
      requests: REQUESTS,
      until: new Date(AT),
      random,
      columns: "marks integer[], hash bigint",
      valuesOf(made, n) {
        if (n > REQUESTS - REQUESTS / 50) recent.push(made);
        return [`{${marksOf(textOf(made)).join()}}`, hashLike(random)];
      },
    });
    await sql.unsafe(`
      insert into request_texts (request_id, marks, created_at) select id, marks, at from made;
      insert into photos (id, user_id, upload_key, request_id, width, height, difference_hash, created_at)
        select id, user_id, n::text, id, 800, 600, hash, at from made;
      create index request_texts_alike on request_texts using gin (marks);
      create index photos_alike on photos using gin (hash_quarters) where request_id is not null`);
  });
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
