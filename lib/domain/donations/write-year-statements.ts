import type { Db } from "@/db/client";
import { writeMail } from "@/lib/domain/messages/write-messages";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { periodStarts } from "@/lib/ground/periods";
import { spanOfYear } from "./queries";
import { selectWithoutStatement } from "./store";

/** How many statements a run writes at most. */
const BATCH = 1_000;

/** The last person that this server has passed, per database: it passes everybody once a year. */
const passed = new WeakMap<Db, { year: number; after: string | null; isDone: boolean }>();

/** In January, writes the statement of the last year to everybody who gave or received in it. Returns how many. */
export async function writeYearStatements(db: Db): Promise<number> {
  const at = now();
  const month = periodStarts(at, env().timeZone).monthly;
  const year = Number(month.slice(0, 4)) - 1;
  if (!month.endsWith("-01-01")) return 0;
  const earlier = passed.get(db);
  const { after, isDone } = earlier?.year === year ? earlier : { after: null, isDone: false };
  if (isDone) return 0;
  const cause = String(year);
  const people = await selectWithoutStatement(db, { ...spanOfYear(year), cause, after, limit: BATCH });
  await db.transaction(async (tx) => {
    for (const userId of people) await writeMail(tx, { kind: "year_statement", cause, userId, at });
  });
  passed.set(db, { year, after: people.at(-1) ?? after, isDone: people.length < BATCH });
  return people.length;
}
