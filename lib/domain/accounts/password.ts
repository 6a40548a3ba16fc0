import { hash, verify } from "@node-rs/argon2";

/** Argon2id as OWASP advises: 19 MiB, two passes. Argon2id is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Computed at start-up, so that the first unknown name takes no longer either. */
const decoy = hashPassword("no password has this hash");

/** The hash that is stored of a password (D12). */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/**
 * Whether a password fits a hash. Without a hash it takes as long, so that timing does not reveal which names
 * exist.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const fits = await verify(stored ?? (await decoy), password);
  return fits && stored !== null;
}
