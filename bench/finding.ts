import { connect, type Db } from "@/db/client";
import type { SearchQuery } from "@/lib/domain/finding/schema";
import { search } from "@/lib/domain/finding/search";
import { setClock } from "@/lib/ground/clock";
import { CATEGORIES } from "@/lib/ground/vocabulary";
import { Random } from "@/tests/faults/random";
import { onDatabases } from "./database";
import { compared, counted, type Figure, percentile } from "./figure";
import { loadMadeUp, onLoading } from "./load-made-up";
import { madeUpId } from "./made-up-requests";
import { pagesTouched } from "./pages-touched";

const [LESS, ALL] = [10_000, 1_000_000];
const AT = new Date("2026-11-20T12:00:00Z");
/** What a search may take (P15). */
const [MOST_PAGES, MOST_MS, MOST_GROWTH] = [300, 60, 1.5];
const PAGE = 20;
/** How often each is timed. */
const TIMES = 50;
/** How many words there are beside those of the made-up texts, as in names and places. */
const NAMES = 200_000;

type Asked = Partial<SearchQuery> & { cursor?: string | null };

/** In how many towns people ask, most in the largest. */
const TOWNS = 6_000;
/** Utrecht and a small town, by GeoNames. */
const [UTRECHT, SMALL] = [2_745_912, 2_743_493];

/** A word of five to eight letters for each number. */
function nameOf(n: number): string {
  const syllables =
    "ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu".split(" ");
  let [rest, word] = [n * 7_919, ""];
  for (let at = 0; at < 4; at += 1) {
    word += syllables[rest % syllables.length] ?? "";
    rest = Math.floor(rest / syllables.length) + at;
  }
  return word;
}

/** What people look for. */
const SEARCHES: Record<string, Asked> = {
  "a common word": { q: "bicycle" },
  "a common word, in another order": { q: "bicycle", sort: "nearly" },
  "a rare word": { q: nameOf(150_000) },
  "two common words": { q: "bicycle school" },
  "a common and a rare word": { q: `bicycle ${nameOf(40)}` },
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

/** Searches and filters among a million open requests, beside ten thousand (P15). */
export function finding(): Promise<Figure[]> {
  return onDatabases(async (database) => {
    const [less, all] = [await database("less"), await database("all")];
    await load(less, LESS);
    await load(all, ALL);
    setClock(() => AT);
    const [{ db, close }, { db: fewer, close: closeFewer }] = [
      connect(all, { max: 2 }),
      connect(less, { max: 1 }),
    ];
    const figures: Figure[] = [];
    for (const [label, asked] of Object.entries(SEARCHES)) {
      const read = (on: Db) =>
        search(on, { id: madeUpId.person(0) }, { sort: "newest", limit: PAGE, ...asked });
      const took: number[] = [];
      for (let time = 0; time < TIMES; time += 1) {
        const begun = performance.now();
        await read(db);
        took.push(performance.now() - begun);
      }
      const pages = await pagesTouched(all, read);
      figures.push(
        counted(`${label}: p95`, {
          unit: "ms",
          ours: took,
          target: { atMost: MOST_MS },
          typical: (times) => percentile(times, 0.95),
        }),
        counted(`${label}: pages`, { unit: "pages", ours: pages, target: { atMost: MOST_PAGES } }),
        compared(`${label}: to 1/100`, {
          unit: "pages",
          // Where little is found among few, nothing can be compared.
          ...((await read(fewer)).items.length === PAGE && { target: { atMost: MOST_GROWTH } }),
          rounds: { ours: [pages], other: [await pagesTouched(less, read)] },
        }),
      );
    }
    setClock();
    await Promise.all([close(), closeFewer()]);
    return figures;
  });
}

/** Open requests, each with a name in its text, and with what a search finds them by. */
async function load(url: string, requests: number): Promise<void> {
  const random = new Random(30);
  await onLoading(url, async (sql) => {
    await sql.unsafe(
      "create temporary table towns as select array_agg(id order by inhabitants desc, id) as ids from places",
    );
    await loadMadeUp(sql, {
      requests,
      until: AT,
      random,
      columns: "name text, category request_category, raised integer, town integer",
      valuesOf: (): [string, string, number, number] => [
        nameOf(Math.floor(random.next() ** 3 * NAMES)),
        random.pick([...CATEGORIES]) ?? "other",
        Math.floor(random.next() ** 2 * 10_000),
        1 + Math.floor(random.next() ** 3 * TOWNS),
      ],
      requestColumns: {
        category: "category",
        raised: "raised",
        description: "description || ' ' || name",
        place_id: "(select ids[town] from towns)",
      },
    });
    await sql.unsafe(`
      alter table request_words drop constraint request_words_word_id_created_at_request_id_pk;
      insert into open_requests (request_id, user_id, created_at, category, place_id, reached_step, left_step)
        select id, user_id, created_at, category, place_id, reached_step(raised, goal), left_step(raised, goal) from requests
        order by created_at;
      create temporary table words as
        select id, created_at, unnest(words_of_request(item, description, place_id)) as word from requests;
      insert into search_words (word, near)
        select word, letters_left_out(word) from (select distinct word from words) w;
      insert into request_words (word_id, created_at, request_id)
        select w.id, o.created_at, o.id from words o join search_words w on w.word = o.word order by o.created_at;
      alter table request_words add primary key (word_id, created_at, request_id)`);
  });
}
