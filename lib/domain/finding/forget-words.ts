import type { Db } from "@/db/client";
import { deleteUnusedWords } from "./store";

/** How many words a run checks. */
const BATCH = 2_000;

/** The last word that this server processed, per database; after all words it begins again. */
const passed = new WeakMap<Db, number>();

/** Deletes words that no open request has any more, such as a name that somebody wrote who deleted their account. */
export async function forgetWords(db: Db): Promise<void> {
  passed.set(db, await deleteUnusedWords(db, { after: passed.get(db) ?? 0, limit: BATCH }));
}
