import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { selectWithoutDigest } from "./outbox";
import { digestAt } from "./rules";
import { writeMail } from "./write-messages";

/** How many digests a run writes at most. */
const BATCH = 2_000;

/** The last person that this server processed, per database: each once a week, however often it runs. */
const passed = new WeakMap<Db, { cause: string; after: string | null; isDone: boolean }>();

/** On Mondays from 09:00, writes the weekly digest to everybody who wants it. Returns how many. */
export async function writeDigests(db: Db): Promise<number> {
  const at = now();
  const digest = digestAt(at, env().timeZone);
  if (!digest) return 0;
  const { cause } = digest;
  const earlier = passed.get(db);
  const { after, isDone } = earlier?.cause === cause ? earlier : { after: null, isDone: false };
  if (isDone) return 0;
  const people = await selectWithoutDigest(db, { cause, after, limit: BATCH });
  await db.transaction(async (tx) => {
    for (const userId of people) await writeMail(tx, { kind: "weekly_digest", cause, userId, at });
  });
  passed.set(db, { cause, after: people.at(-1) ?? after, isDone: people.length < BATCH });
  return people.length;
}
