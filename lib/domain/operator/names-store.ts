import { inArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import { users } from "@/db/schema";

/** The usernames of people by their ids, of operators among others. */
export async function selectUsernames(
  db: Db,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(inArray(users.id, wanted));
  return new Map(rows.map(({ id, username }) => [id, username]));
}
