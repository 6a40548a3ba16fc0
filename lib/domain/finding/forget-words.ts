import type { Db } from "@/db/client";
import { deleteUnusedWords } from "./store";

/** How many words a run looks at. */
const BATCH = 2_000;

/** How far this server came, per database: it passes all words again and again. */
const passed = new WeakMap<Db, number>();

/** Deletes words that no open request has any more, such as a name that somebody wrote who deleted their account. */
export async function forgetWords(db: Db): Promise<void> {
  passed.set(db, await deleteUnusedWords(db, { after: passed.get(db) ?? 0, limit: BATCH }));
}
