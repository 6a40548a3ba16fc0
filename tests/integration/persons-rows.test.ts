import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Db, Tx } from "@/db/client";
import { erasePerson } from "@/lib/domain/privacy/erase-person";
import { exportData } from "@/lib/domain/privacy/export-data";
import { deleteRequest } from "@/lib/domain/requests/delete-request";
import { openBooks } from "../support/books";
import { liveFully } from "../support/full-life";
import { addRequest } from "../support/people";

const { database, card, wallet, context } = openBooks({ APP_URL: "https://steuntje.example" });

/**
 * The tables that something reads from end to end although an index is preferred to it, by its own statements or by
 * those of its keys.
 */
async function readWhole(run: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  return database.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    // Those of this connection may be from when the tables were a page long, and are read whole.
    await tx.execute(sql`discard plans`);
    const before = await scansOf(tx);
    await run(tx);
    const after = await scansOf(tx);
    return Object.keys(after).filter((table) => after[table] !== before[table]);
  });
}

/** How often this connection read each table so lately. */
async function scansOf(tx: Db): Promise<Record<string, string>> {
  const rows = await tx.execute<{ relname: string; seq_scan: string }>(
    sql`select relname, seq_scan from pg_stat_xact_user_tables order by relname`,
  );
  return Object.fromEntries(rows.map(({ relname, seq_scan }) => [relname, seq_scan]));
}

describe("the rows of one person are found among those of everybody", () => {
  it("to remove a request", async () => {
    const { person } = await liveFully({ ...context, card, wallet });
    const { id } = await addRequest(database.db, person);
    expect(await readWhole((tx) => deleteRequest(tx, person, id))).toEqual([]);
  });

  it("to export them", async () => {
    const { person } = await liveFully({ ...context, card, wallet });
    expect(await readWhole((tx) => exportData(tx, person))).toEqual([]);
  });

  it("to erase them", async () => {
    const { person } = await liveFully({ ...context, card, wallet });
    await addRequest(database.db, person);
    expect(await readWhole((tx) => erasePerson(tx, person.id, new Date()))).toEqual([]);
  });
});
