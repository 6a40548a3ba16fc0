import type { Db } from "@/db/client";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import { verifyPassword } from "./password";
import type { Credentials } from "./schema";
import { findSecret } from "./store";

/**
 * Who a username (or e-mail address) and password belong to. A name that does not exist costs the same time and says
 * the same (trust.md 23), and so does a demo person where those cannot sign in (D41).
 * @throws AppError INVALID_CREDENTIALS
 */
export async function logIn(db: Db, { username, password }: Credentials): Promise<string> {
  const person = await findSecret(db, username);
  const isClosed = person?.isDemo === true && !env().demoLogins;
  const fits = await verifyPassword(isClosed ? null : (person?.password ?? null), password);
  if (!person || !fits) throw new AppError("INVALID_CREDENTIALS");
  return person.id;
}
