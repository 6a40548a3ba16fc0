import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, type Db } from "@/db/client";
import { newId, users } from "@/db/schema";
import { createTestDatabase, type TestDatabase } from "../support/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Runs something on one connection and answers what is prepared there: how often each statement about people ran. */
async function preparedBy(url: string, run: (db: Db) => Promise<unknown>): Promise<number[]> {
  const { db, close } = connect(url, { max: 1 });
  try {
    await run(db);
    const rows = await db.execute<{ runs: string }>(sql`
      select generic_plans + custom_plans as runs from pg_prepared_statements where statement like '%from "users"%' order by 1`);
    return rows.map(({ runs }) => Number(runs));
  } finally {
    await close();
  }
}

const ask = (db: Db) => db.select({ id: users.id }).from(users).where(eq(users.id, newId()));

describe("statements", () => {
  it("are prepared once per connection, outside and inside of transactions", async () => {
    const runs = await preparedBy(database.url, async (db) => {
      await ask(db);
      await ask(db);
      await db.transaction(async (tx) => {
        await ask(tx);
        await tx.transaction(ask);
      });
    });
    expect(runs).toEqual([4]);
  });

  it("go on after the table they ask has changed", async () => {
    await preparedBy(database.url, async (db) => {
      await ask(db);
      await database.db.execute(sql`alter table users add column later text`);
      await ask(db);
      await database.db.execute(sql`alter table users drop column later`);
      expect(await ask(db)).toEqual([]);
    });
  });

  it("are not prepared where the address says so, for a pooler that cannot", async () => {
    expect(await preparedBy(`${database.url}?prepare=false`, (db) => ask(db).then(() => ask(db)))).toEqual(
      [],
    );
  });
});
