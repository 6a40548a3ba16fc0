import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrateDatabase } from "@/db/migrate";
import { hasSchema } from "@/db/ping";
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

it("refuses a database from before the first release, whose migrations no longer exist", async () => {
  await database.db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at - 1`);
  await expect(migrateDatabase(database.url)).rejects.toThrow("before the first release");
  expect(await hasSchema(database.db)).toBe(false);
});
