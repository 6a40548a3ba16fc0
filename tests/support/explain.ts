import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { Db } from "@/db/client";
import * as schema from "@/db/schema";

/**
 * How PostgreSQL would run every statement that `read` sends, as the text of EXPLAIN. `settings` are PostgreSQL's for
 * its planner.
 */
export async function explain(
  url: string,
  read: (db: Db) => Promise<unknown>,
  settings: Record<string, string> = {},
): Promise<string> {
  const client = postgres(url, { max: 1, onnotice: () => undefined, connection: settings });
  const sent: { query: string; params: unknown[] }[] = [];
  const logger = { logQuery: (query: string, params: unknown[]) => void sent.push({ query, params }) };
  try {
    await read(drizzle(client, { schema, casing: "snake_case", logger }));
    const plans: string[] = [];
    for (const { query, params } of sent) {
      const rows = await client.unsafe(`explain ${query}`, params as never[]);
      plans.push(...rows.map((row) => String(row["QUERY PLAN"])));
    }
    return plans.join("\n");
  } finally {
    await client.end();
  }
}
