import postgres from "postgres";
import type { Db } from "@/db/client";
import type { SearchQuery } from "@/lib/domain/finding/schema";
import { search } from "@/lib/domain/finding/search";
import { setClock } from "@/lib/ground/clock";
import { STRANGER } from "@/tests/support/people";
import { counted, type Figure } from "./figure";
import { FIXTURE_AT, LOADING, loadFixture, ROWS } from "./fixture";
import { grown, pagesTouched, slowest } from "./pages-touched";
import { atEnd, newDatabase, openDb } from "./running";

const PAGE = 20;
/** How often each is timed. */
const TIMES = 50;
/** Words that few texts have: the 150,000th and the more frequent 40th `rare_word` of `fixture.sql`. */
const [RARE, LESS_RARE] = ["nonebbbb", "bbiamomb"];
/** Utrecht and a small town, by GeoNames. */
const [UTRECHT, SMALL] = [2_745_912, 2_743_493];

type Asked = Partial<SearchQuery> & { cursor?: string | null };

/** What people look for. */
const SEARCHES: Record<string, Asked> = {
  "a common word": { q: "bicycle" },
  "a common word, in another order": { q: "bicycle", sort: "nearly" },
  "a rare word": { q: RARE },
  "two common words": { q: "bicycle school" },
  "a common and a rare word": { q: `bicycle ${LESS_RARE}` },
  "a word with a mistake": { q: "bicylce" },
  "the beginning of a word": { q: "gu" },
  "a category": { category: "music" },
  "a category, nearly": { category: "music", filter: "nearly" },
  nearly: { filter: "nearly" },
  "little left, least first": { filter: "little", sort: "least_left" },
  "new in a category, nearest first": { category: "sport", filter: "new", sort: "nearly" },
  "a word in a category, nearly": { q: "bicycle", category: "sport", filter: "nearly" },
  "near a large town": { near: UTRECHT },
  "near a small town": { near: SMALL },
  "a word near a large town": { q: "bicycle", near: UTRECHT },
  "the name of a town": { q: "utrecht" },
  "nothing asked, nearest first": { sort: "nearly" },
};

/** Searches and filters among a million requests, beside ten thousand (P15). */
export async function finding(): Promise<Figure[]> {
  const [less, all] = [await newDatabase(), await newDatabase()];
  await load(less, ROWS / 100);
  await load(all, ROWS);
  setClock(() => FIXTURE_AT);
  atEnd(() => setClock());
  const [fewer, db] = [openDb(less), openDb(all)];
  const figures: Figure[] = [];
  for (const [label, asked] of Object.entries(SEARCHES)) {
    const read = (on: Db) => search(on, STRANGER, { sort: "newest", limit: PAGE, ...asked });
    // Where little is found among few, nothing can be compared.
    const isFull = (await read(fewer)).items.length === PAGE;
    figures.push(await slowest(label, 60, TIMES, () => read(db)));
    const pages = await pagesTouched(all, read);
    figures.push(
      counted(`${label}: pages`, "pages", pages, { atMost: 300 }),
      grown(label, pages, await pagesTouched(less, read), isFull),
    );
  }
  return figures;
}

/** Books with so many requests, and what a search finds the open ones by. */
async function load(url: string, requests: number): Promise<void> {
  await loadFixture(url, requests, { towns: 6_000 });
  const sql = postgres(url, LOADING);
  // What a card shows of donations and deliveries is measured with the feed (P4).
  await sql.unsafe(`
    truncate donations, deliveries cascade;
    alter table request_words drop constraint request_words_word_id_created_at_request_id_pk;
    insert into open_requests (request_id, user_id, created_at, category, place_id, reached_step, left_step)
      select id, user_id, created_at, category, place_id, reached_step(raised, goal), left_step(raised, goal)
      from requests where not is_completed order by created_at;
    create temporary table words as
      select id, created_at, unnest(words_of_request(item, description, place_id)) as word
      from requests where not is_completed;
    insert into search_words (word, near)
      select word, letters_left_out(word) from (select distinct word from words) w;
    insert into request_words (word_id, created_at, request_id)
      select w.id, o.created_at, o.id from words o join search_words w on w.word = o.word order by o.created_at;
    alter table request_words add primary key (word_id, created_at, request_id)`);
  await sql`vacuum analyze`;
  await sql.end();
}
