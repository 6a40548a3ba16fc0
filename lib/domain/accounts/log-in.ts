import type { Db } from "@/db/client";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import { verifyPassword } from "./password";
import type { Credentials } from "./schema";
import { findSecret } from "./store";

/**
 * The id of the account with these credentials. An unknown name takes the same time and gives the same error
 * (trust.md 23), and so does a demo person where demo logins are off (D41).
 * @throws AppError INVALID_CREDENTIALS
 */
export async function logIn(db: Db, { username, password }: Credentials): Promise<string> {
  const person = await findSecret(db, username);
  const isClosed = person?.isDemo === true && !env().demoLogins;
  const fits = await verifyPassword(isClosed ? null : (person?.password ?? null), password);
  if (!person || !fits) throw new AppError("INVALID_CREDENTIALS");
  return person.id;
}
