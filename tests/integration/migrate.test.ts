import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { isPgEnum } from "drizzle-orm/pg-core";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrateDatabase } from "@/db/migrate";
import journal from "@/db/migrations/meta/_journal.json";
import { hasSchema } from "@/db/ping";
import * as enums from "@/db/schema/enums";
import { createTestDatabase, type TestDatabase } from "../support/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("migrates a database again, from several servers at once, and changes nothing", async () => {
  await Promise.all([1, 2, 3].map(() => migrateDatabase(database.url)));
  expect(await hasSchema(database.db)).toBe(true);
});

it("has every value of the schema's enums, such as a new language's", async () => {
  const rows = await database.db.execute<{ name: string; values: string[] }>(sql`
    select t.typname::text as name, array_agg(e.enumlabel::text) as values
    from pg_enum e join pg_type t on t.oid = e.enumtypid
    where t.typnamespace = 'public'::regnamespace group by 1`);
  const migrated = rows.map(({ name, values }) => [name, values.toSorted()] as const);
  const declared = Object.values(enums).filter(isPgEnum);
  expect(new Map(migrated)).toEqual(
    new Map(declared.map(({ enumName, enumValues }) => [enumName, [...enumValues].toSorted()])),
  );
});

it("refuses a database from before the first release, whose migrations no longer exist", async () => {
  await database.db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at - 1`);
  await expect(migrateDatabase(database.url)).rejects.toThrow("before the first release");
  expect(await hasSchema(database.db)).toBe(false);
});

// No function may name a new value of an enum in SQL: PostgreSQL refuses it until the transaction is committed.
it("migrates a database of the first release in one transaction", async () => {
  await database.db.execute(sql`drop schema public, drizzle cascade`);
  await database.db.execute(sql`create schema public`);
  const migrationsFolder = mkdtempSync(join(tmpdir(), "steuntje-first-"));
  cpSync("db/migrations", migrationsFolder, { recursive: true });
  const first = JSON.stringify({ ...journal, entries: journal.entries.slice(0, 1) });
  writeFileSync(join(migrationsFolder, "meta/_journal.json"), first);
  await migrate(database.db as Parameters<typeof migrate>[0], { migrationsFolder });
  rmSync(migrationsFolder, { recursive: true });
  await migrateDatabase(database.url);
  expect(await hasSchema(database.db)).toBe(true);
});
