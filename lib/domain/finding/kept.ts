import type { Db } from "@/db/client";
import { selectFollowed, selectSaved } from "./store";

type Span = { from: Date; to: Date };

/**
 * What a person saved and can still give to, nearest to its goal first, and what those whom they follow asked for
 * within a time, the newest first. Cents.
 */
export async function listKept(db: Db, personId: string, { from, to }: Span, limit: number) {
  const [saved, followed] = [
    await selectSaved(db, personId, limit),
    await selectFollowed(db, personId, { from, to, limit }),
  ];
  return { saved, followed };
}
