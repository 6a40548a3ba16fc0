import { sql } from "drizzle-orm";
import { isPgEnum } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrateDatabase } from "@/db/migrate";
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
