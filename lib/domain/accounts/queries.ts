import type { Db } from "@/db/client";
import { findSecret } from "./store";

export { findByEmail, findByGoogleId } from "./store";

/** The id of the account with a username or e-mail address; null if there is none. */
export async function findAccountId(db: Db, login: string): Promise<string | null> {
  return (await findSecret(db, login))?.id ?? null;
}
