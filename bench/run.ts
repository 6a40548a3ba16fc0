import { timed } from "@/tests/support/load";
import { beside } from "./beside/beside";
import { feedRendering } from "./feed-rendering";
import type { Figure } from "./figure";
import { finding } from "./finding";
import { hour } from "./hour";
import { lighthouse } from "./lighthouse";
import { likeness } from "./likeness";
import { live } from "./live";
import { memory } from "./memory";
import { openBooks } from "./open-books";
import { pages } from "./pages";
import { journey } from "./phone";
import { endAll } from "./running";
import { hotRequest, settlement } from "./settlement";
import { start } from "./start";
import { webhook } from "./webhook";

type Benchmark = readonly [target: string, title: string, measure: () => Promise<Figure[]>];

/** What is measured for each target, by name. */
const BENCHMARKS: Record<string, Benchmark> = {
  webhook: ["P1", "a webhook that settles a donation, beside a handler that does nothing", webhook],
  settlement: ["P2", "settling a donation without HTTP, beside pgbench with its statements", settlement],
  "hot-request": ["P3", "settling 10,000 donations to one request, beside as many to 10,000", hotRequest],
  pages: ["P4", "pages of the database that reads touch", pages],
  "feed-rendering": ["P5", "the feed, signed in, beside a bare dynamic page", feedRendering],
  lighthouse: ["P7", "Lighthouse as on a phone, signed out and signed in", lighthouse],
  live: ["P10", "a donation settles, and 1,000 open pages show it", live],
  journey: ["P8, P12", "presses and keys, tabs, and the way of a donation, on a slow processor", journey],
  memory: ["P9", "memory of the server after many requests, broken ones too, beside after a few", memory],
  hour: ["P18", "people who do everything, with mail and streams, for two minutes or BENCH_SECONDS", hour],
  finding: ["P15", "searches and filters among a million requests", finding],
  likeness: ["P19", "texts and photos like those of a new request, among a million", likeness],
  beside: ["P16", "the feed's page, beside WordPress and Ghost with the same requests", beside],
  "open-books": ["P20", "the published books of ten million ledger entries", openBooks],
  start: ["P11", "npm run up in a new clone, beside npm ci --omit=dev and next build", start],
};

/** It needs root on Debian, and installs other programs. */
const ONLY_BY_NAME = "beside";

/** Runs the benchmarks of these names, or all but one; whether every target was met. */
async function main(names: readonly string[]): Promise<boolean> {
  const known = Object.keys(BENCHMARKS);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`There is no benchmark ${unknown.join(", ")}; there are ${known.join(", ")}.`);
  const rows: Record<string, object> = {};
  let met = true;
  for (const [name, [id, title, measure]] of Object.entries(BENCHMARKS)) {
    if (names.length > 0 ? !names.includes(name) : name === ONLY_BY_NAME) continue;
    console.log(`▸ ${id} ${name}: ${title}`);
    try {
      let figures: Figure[] = [];
      const took = await timed(async () => {
        figures = await measure().finally(endAll);
      });
      console.log(`  ${(took / 1_000).toFixed(0)} s`);
      const own = Object.fromEntries(figures.map(({ label, row }) => [`${id} ${label}`, row]));
      // At once: who stops the others keeps what took minutes.
      console.table(own);
      Object.assign(rows, own);
      met &&= figures.every(({ isMet }) => isMet);
    } catch (error) {
      // The figures of the others took minutes.
      console.error(error);
      rows[`${id} ${name} failed`] = {};
      met = false;
    }
  }
  console.table(rows);
  return met;
}

process.exit((await main(process.argv.slice(3))) ? 0 : 1);
