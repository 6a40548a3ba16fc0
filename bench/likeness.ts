import postgres from "postgres";
import { marksOf, similarityOf } from "@/lib/domain/safety/like-texts";
import { textOf } from "@/lib/domain/safety/review-rules";
import { selectLikePhotos, selectLikeTexts } from "@/lib/domain/safety/review-store";
import { Random } from "@/tests/faults/random";
import { STRANGER } from "@/tests/support/people";
import { counted, type Figure } from "./figure";
import { FIXTURE_AT, LOADING, loadFixture, ROWS } from "./fixture";
import { slowest } from "./pages-touched";
import { newDatabase, openDb } from "./running";

/** New requests of each kind. */
const NEW = 200;
/** What a lookup may take (issue 28), in milliseconds. */
const MOST_MS = 20;

type Made = { id: string; userId: string; createdAt: Date; item: string; description: string };
type Texts = Pick<Made, "item" | "description">;

/** Texts and photos like those of a new request, among a million (safety.md, Look before money moves; P19). */
export async function likeness(): Promise<Figure[]> {
  const url = await newDatabase();
  const random = new Random(28);
  const newest = await load(url, random);
  const db = openDb(url, { max: 1 });
  const [others, known] = [newest.slice(0, NEW), newest.slice(NEW)];
  const copies = others.map(() => copyOf(random.pick(known) as Made, random));
  const stock = others.map(() => ({
    item: "A bicycle for my son",
    description: random.chance(0.5)
      ? "Every little bit helps. Thank you so much for reading this. Second-hand is fine."
      : "Every little bit helps. The old one broke last week and cannot be repaired any more.",
  }));
  let alike = 0;
  const look = async (made: Texts | undefined) => {
    const text = textOf(made as Texts);
    const about = { ownerId: STRANGER.id, createdAt: FIXTURE_AT, marks: marksOf(text) };
    const found = await selectLikeTexts(db, about);
    if (found.some((other) => similarityOf(text, textOf(other)) >= 0.6)) alike += 1;
  };
  const figures = [
    await slowest("a text as others write", MOST_MS, NEW, (n) => look(others[n])),
    await slowest("a text of what everybody says", MOST_MS, NEW, (n) => look(stock[n])),
  ];
  alike = 0;
  figures.push(
    await slowest("a text copied, in a few other words", MOST_MS, NEW, (n) => look(copies[n])),
    counted("copies that are found", "%", (100 * alike) / NEW, { atLeast: 95 }),
  );
  const photos = others.map(() => random.pick(known)?.id ?? "");
  const lookAt = (n: number) => selectLikePhotos(db, { requestId: photos[n] ?? "", ownerId: STRANGER.id });
  return [...figures, await slowest("a photo", MOST_MS, NEW, lookAt)];
}

/** A million requests with the marks of their texts and with photos; answers the newest, the first ones without. */
async function load(url: string, random: Random): Promise<Made[]> {
  await loadFixture(url, ROWS);
  const sql = postgres(url, { ...LOADING, max: 2, transform: postgres.camel });
  await sql`drop index request_texts_alike, photos_alike`;
  const all = sql<
    Made[]
  >`select id, user_id, created_at, item, description from requests order by created_at desc`;
  const newest: Made[] = [];
  for await (const rows of all.cursor(5_000)) {
    const known = newest.length === 0 ? rows.slice(NEW) : rows;
    if (newest.length < ROWS / 50) newest.push(...rows);
    const made = known.map((row) => ({
      ...row,
      marks: marksOf(textOf(row)),
      hash: String(hashLike(random)),
    }));
    await sql`
      with made as (
        select * from jsonb_to_recordset(${sql.json(made)}) m
          (id uuid, "userId" uuid, "createdAt" timestamptz, marks integer[], hash bigint)
      ), texts as (
        insert into request_texts (request_id, marks, created_at) select id, marks, "createdAt" from made
      )
      insert into photos (id, user_id, upload_key, request_id, width, height, difference_hash, created_at)
        select id, "userId", id, id, 800, 600, hash, "createdAt" from made`;
  }
  await sql.unsafe(`
    create index request_texts_alike on request_texts using gin (marks);
    create index photos_alike on photos using gin (hash_quarters) where request_id is not null`);
  await sql`vacuum analyze`;
  await sql.end();
  return newest.slice(0, NEW + ROWS / 50);
}

/** The same in a few other words, as somebody writes who copies it. */
function copyOf({ item, description }: Texts, random: Random): Texts {
  const sentences = description.split(". ");
  const changed = random.whole(0, sentences.length - 1);
  const text = sentences.map((sentence, at) => (at === changed ? `Really: ${sentence}` : sentence));
  return { item, description: text.join(". ") };
}

/** The hash of a photo: neighbouring places of a row mostly get brighter or darker together. */
function hashLike(random: Random): bigint {
  let [bits, bit] = ["0b", false];
  for (let place = 0; place < 64; place += 1) {
    if (random.chance(place % 8 === 0 ? 0.5 : 0.35)) bit = !bit;
    bits += bit ? "1" : "0";
  }
  return BigInt.asIntN(64, BigInt(bits));
}
