import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { digestAt } from "./rules";
import { selectWithoutDigest } from "./store";
import { writeMail } from "./write";

/** How many digests a run writes at most. */
const BATCH = 2_000;

/** The week that is done, per database, so that a server looks for its people until there are none, and not again. */
const done = new WeakMap<Db, string>();

/** On Mondays from 09:00, writes the weekly digest to everybody who wants it. Returns how many. */
export async function writeDigests(db: Db): Promise<number> {
  const at = now();
  const digest = digestAt(at, env().timeZone);
  if (!digest || done.get(db) === digest.cause) return 0;
  const { cause } = digest;
  const people = await selectWithoutDigest(db, cause, BATCH);
  if (people.length < BATCH) done.set(db, cause);
  await db.transaction(async (tx) => {
    for (const userId of people) await writeMail(tx, { kind: "weekly_digest", cause, userId, at });
  });
  return people.length;
}
