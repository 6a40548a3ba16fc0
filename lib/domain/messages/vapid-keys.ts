import type { Db } from "@/db/client";
import { findServerKey, insertServerKey } from "@/db/server-keys";
import { env } from "@/lib/ground/env";
import { seal, unseal } from "@/lib/ground/sealed";
import { newVapidKeys, type VapidKeys } from "@/lib/providers/web-push";

const NAME = "vapid";
const PURPOSE = "vapid private key";

/**
 * The keys with which push services recognise this installation: the configured ones, else a pair that the first
 * server made and all share. Browsers subscribe under the public key, so another pair ends every subscription.
 * @throws Error when the stored pair was sealed under another AUTH_SECRET
 */
export async function vapidKeys(db: Db): Promise<VapidKeys> {
  return env().vapid ?? (await storedKeys(db)) ?? makeKeys(db);
}

/** The public key, under which browsers subscribe. */
export async function vapidPublicKey(db: Db): Promise<string> {
  const stored = env().vapid ?? (await findServerKey(db, NAME));
  return (stored ?? (await makeKeys(db))).publicKey;
}

async function storedKeys(db: Db): Promise<VapidKeys | null> {
  const row = await findServerKey(db, NAME);
  if (row === null) return null;
  const privateKey = unseal(PURPOSE, row.secret);
  if (privateKey === null) {
    throw new Error("the push key in server_keys was sealed under another AUTH_SECRET: delete its row");
  }
  return { publicKey: row.publicKey, privateKey };
}

/** Of servers that start together, the first one's pair is stored, and all read that. */
async function makeKeys(db: Db): Promise<VapidKeys> {
  const { publicKey, privateKey } = newVapidKeys();
  await insertServerKey(db, { name: NAME, publicKey, secret: seal(PURPOSE, privateKey) });
  const stored = await storedKeys(db);
  if (stored === null) throw new Error("the push key was deleted while it was made");
  return stored;
}
