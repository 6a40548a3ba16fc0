import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { Db } from "@/db/client";
import * as schema from "@/db/schema";
import { timed } from "@/tests/support/load";
import { compared, counted, type Figure, p95 } from "./figure";

type Explained = { "QUERY PLAN": [{ Plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number } }] };

type Sent = { query: string; params: unknown[] };

/** The statements that some work sends. */
export async function statementsOf(client: postgres.Sql, work: (db: Db) => Promise<unknown>) {
  const sent: Sent[] = [];
  const logger = { logQuery: (query: string, params: unknown[]) => void sent.push({ query, params }) };
  await work(drizzle(client, { schema, casing: "snake_case", logger }));
  return sent;
}

/**
 * How many pages of the database a read touches, cached or not, over all its statements (EXPLAIN ANALYZE, BUFFERS).
 * `settings` are those of PostgreSQL's planner.
 */
export async function pagesTouched(
  url: string,
  read: (db: Db) => Promise<unknown>,
  settings: Record<string, string> = {},
): Promise<number> {
  // Like the embedded PostgreSQL's configuration: the data is on a solid-state disk, or in memory.
  const connection = { random_page_cost: "1.1", jit: "off", ...settings };
  const client = postgres(url, { max: 1, onnotice: () => undefined, connection });
  try {
    let pages = 0;
    let planned: Sent[] = [];
    for (const sent of await statementsOf(client, read)) {
      // What a read sets until its transaction ends applies to the statement that follows.
      if (sent.query.includes("set_config(")) {
        planned = [sent];
        continue;
      }
      const explained = await client.begin(async (tx) => {
        for (const { query, params } of planned) await tx.unsafe(query, params as never[]);
        const explain = `explain (analyze, buffers, format json) ${sent.query}`;
        return tx.unsafe<Explained[]>(explain, sent.params as never[]);
      });
      planned = [];
      for (const { "QUERY PLAN": plans } of explained)
        pages += plans[0].Plan["Shared Hit Blocks"] + plans[0].Plan["Shared Read Blocks"];
    }
    return pages;
  } finally {
    await client.end();
  }
}

/** How many times as many pages a read touches in a hundred times the data; without a limit if not `isLimited`. */
export function grown(label: string, pages: number, before: number, isLimited = true): Figure {
  const sides = { ours: [pages], other: [before] };
  return compared(`${label}: to 1/100`, "pages", sides, isLimited ? { atMost: 1.5 } : undefined);
}

/** The p95 of the milliseconds that reads take, one after the other. */
export async function slowest(
  label: string,
  atMost: number,
  count: number,
  read: (n: number) => Promise<unknown>,
): Promise<Figure> {
  const ours: number[] = [];
  for (let n = 0; n < count; n += 1) ours.push(await timed(() => read(n)));
  return counted(`${label}: p95`, "ms", ours, { atMost }, p95);
}
