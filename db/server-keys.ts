import { desc, eq, like } from "drizzle-orm";
import type { Db } from "./client";
import { serverKeys } from "./schema";

const { name, publicKey, secret } = serverKeys;

/** A key of the servers' own; its secret part is sealed. */
export type ServerKey = Pick<typeof serverKeys.$inferSelect, "name" | "publicKey" | "secret">;

/** A key by its name. */
export async function findServerKey(db: Db, wanted: string): Promise<ServerKey | null> {
  const [row] = await db.select({ name, publicKey, secret }).from(serverKeys).where(eq(name, wanted));
  return row ?? null;
}

/** The public keys of those whose names begin alike. */
export async function findPublicKeys(db: Db, beginning: string): Promise<string[]> {
  const rows = await db
    .select({ publicKey })
    .from(serverKeys)
    .where(like(name, `${beginning}%`));
  return rows.map((row) => row.publicKey);
}

/** The newest key of those whose names begin alike. */
export async function findNewestKey(db: Db, beginning: string): Promise<ServerKey | null> {
  const [row] = await db
    .select({ name, publicKey, secret })
    .from(serverKeys)
    .where(like(name, `${beginning}%`))
    .orderBy(desc(serverKeys.createdAt), desc(name))
    .limit(1);
  return row ?? null;
}

/** Stores a key, unless another server was first. */
export async function insertServerKey(db: Db, row: ServerKey): Promise<void> {
  await db.insert(serverKeys).values(row).onConflictDoNothing();
}
