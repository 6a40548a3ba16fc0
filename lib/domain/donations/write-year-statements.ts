import type { Db } from "@/db/client";
import { writeMail } from "@/lib/domain/mail/write";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { periodStarts } from "@/lib/ground/periods";
import { spanOfYear } from "./queries";
import { selectWithoutStatement } from "./store";

/** How many statements a run writes at most. */
const BATCH = 1_000;

/** The year that is done, per database, so that a server looks for its people until there are none, and not again. */
const done = new WeakMap<Db, number>();

/** In January, writes the statement of the last year to everybody who gave or received in it. Returns how many. */
export async function writeYearStatements(db: Db): Promise<number> {
  const at = now();
  const month = periodStarts(at, env().timeZone).monthly;
  const year = Number(month.slice(0, 4)) - 1;
  if (!month.endsWith("-01-01") || done.get(db) === year) return 0;
  const cause = String(year);
  const people = await selectWithoutStatement(db, { ...spanOfYear(year), cause, limit: BATCH });
  if (people.length < BATCH) done.set(db, year);
  await db.transaction(async (tx) => {
    for (const userId of people) await writeMail(tx, { kind: "year_statement", cause, userId, at });
  });
  return people.length;
}
