import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, type Db } from "@/db/client";
import { isDatabaseAway } from "@/db/unavailable";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { startRelay } from "../support/relay";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.execute(sql`create table notes (text text)`);
});
afterAll(() => database.drop());

const note = (db: Db, text: string) => db.execute(sql`insert into notes values (${text})`);

async function notes(): Promise<string[]> {
  const rows = await database.db.execute<{ text: string }>(sql`select text from notes order by text`);
  return rows.map(({ text }) => text);
}

function later<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Begins a transaction that writes, and ends its connection in the middle. */
async function lose(db: Db, afterwards: (tx: Db) => Promise<unknown>): Promise<{ ended: Promise<unknown> }> {
  const begun = later<number>();
  const ended = db
    .transaction(async (tx) => {
      const [row] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await note(tx, "lost");
      begun.resolve(row?.pid ?? 0);
      await afterwards(tx);
    })
    .catch((error: unknown) => error);
  await database.db.execute(sql`select pg_terminate_backend(${await begun.promise})`);
  return { ended };
}

describe("a transaction whose connection is lost", () => {
  it("fails, and the pool goes on at once", async () => {
    const { db, close } = connect(database.url, { max: 1 });
    const { ended } = await lose(db, (tx) => tx.execute(sql`select pg_sleep(20)`));
    expect(await ended).toBeInstanceOf(Error);
    const begun = Date.now();
    const { at, found } = await db.transaction(async (tx) => {
      const [row] = await tx.execute<{ at: string; found: number }>(sql`select now() as at, 1 as found`);
      return row ?? { at: null, found: 0 };
    });
    // Drizzle reads times as text, from a client that replaced another too.
    expect([typeof at, found]).toEqual(["string", 1]);
    // The driver would wait ten seconds for a connection that it never asked for.
    expect(Date.now() - begun).toBeLessThan(5_000);
    await close();
    expect(await notes()).toEqual([]);
  });

  it("writes nothing within another, when it goes on later", async () => {
    const { db, close } = connect(database.url, { max: 1 });
    const going = later<void>();
    const late: unknown[] = [];
    const { ended } = await lose(db, async (tx) => {
      await going.promise;
      late.push(await note(tx, "late").catch((error: unknown) => error));
    });
    expect(await ended).toBeInstanceOf(Error);
    await db.transaction(async (tx) => {
      await note(tx, "another");
      going.resolve();
      await tx.execute(sql`select pg_sleep(0.2)`);
    });
    await close();
    expect(late).toEqual([expect.any(Error)]);
    expect(await notes()).toEqual(["another"]);
  });
});

describe("a pool that loses one connection after another", () => {
  const connections = async () => {
    const [row] = await database.db.execute<{ count: number }>(sql`
      select count(*)::int as count from pg_stat_activity where datname = current_database()`);
    return row?.count ?? 0;
  };

  it("keeps few connections beside its own", async () => {
    const before = await connections();
    const { db, close } = connect(database.url, { max: 2 });
    for (let n = 0; n < 10; n += 1) {
      const other = Promise.all([db.execute(sql`select pg_sleep(0.05)`)]);
      const { ended } = await lose(db, (tx) => tx.execute(sql`select pg_sleep(20)`));
      expect(await ended).toBeInstanceOf(Error);
      await other;
    }
    // The other connection of each of the three that were replaced last.
    await expect.poll(connections).toBeLessThanOrEqual(before + 3);
    await close();
  });
});

describe("a pool behind a pooler without prepared statements", () => {
  it.each([
    ["sends nothing before the last answer", "?prepare=false", ["asked", "answered", "asked again"]],
    ["does without it", "", ["asked", "asked again", "answered"]],
  ])("%s", async (_, query, order) => {
    const said: string[] = [];
    const relay = await startRelay(database.url, (direction, bytes) => {
      if (direction === "out" && bytes.includes("pg_sleep")) said.push("asked");
      if (direction === "out" && bytes.includes("as again")) said.push("asked again");
      if (direction === "in" && bytes.includes("SELECT 1") && !said.includes("answered"))
        said.push("answered");
    });
    const { db, close } = connect(`${relay.url}${query}`, { max: 1 });
    await db.execute(sql`select 0 where false`);
    await Promise.all([db.execute(sql`select pg_sleep(0.1)`), db.execute(sql`select ${1}::int as again`)]);
    expect(said).toEqual(order);
    await close();
    await relay.cut();
  });

  it("answers statements and transactions that come at once", async () => {
    const { db, close } = connect(`${database.url}?prepare=false`, { max: 2 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => [
        db.execute(sql`select 1`),
        db.transaction((tx) => tx.execute(sql`select ${n}::int as n`)),
      ]).flat(),
    );
    expect(answers.flatMap((rows) => [...rows]).filter((row) => "n" in row)).toHaveLength(20);
    await close();
  });
});

it("a write at a server that is not the primary any more says that the database is unavailable", async () => {
  const refused = await database.db
    .transaction((tx) => note(tx, "at a standby"), { accessMode: "read only" })
    .catch((error: unknown) => error);
  expect(isDatabaseAway(refused)).toBe(true);
});
