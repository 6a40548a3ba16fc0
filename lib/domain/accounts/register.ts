import type { Db } from "@/db/client";
import { env } from "@/lib/ground/env";
import { AppError, type FieldErrors } from "@/lib/ground/errors";
import type { Locale } from "@/lib/ground/vocabulary";
import { addUser } from "./add-user";
import { suggestingOthers } from "./free-usernames";
import { hashPassword } from "./password";
import { isReservedName, isReservedUsername } from "./reserved-names";
import { refuseWeak } from "./reset-password";
import type { Registration } from "./schema";
import { uniqueFieldOf } from "./store";
import { NOWHERE } from "./types";

/**
 * Creates an account with a password (specification 5, Register; D12) and returns its id; the language on screen
 * becomes the account's (D2). The address gets a message with which it is proven (D42).
 * @throws AppError VALIDATION_ERROR (a reserved name, D39), WEAK_PASSWORD, USERNAME_TAKEN with `suggestions`,
 * EMAIL_EXISTS
 */
export async function register(
  db: Db,
  { username, name, email, password }: Registration,
  preferredLanguage: Locale,
  from = NOWHERE,
): Promise<string> {
  const { appName } = env();
  const fields: FieldErrors = {
    ...(isReservedUsername(username, appName) && { username: "usernameReserved" }),
    ...(isReservedName(name, appName) && { name: "nameReserved" }),
  };
  if (Object.keys(fields).length > 0) throw new AppError("VALIDATION_ERROR", { fields });
  await refuseWeak(password, { username, name, email });
  const hashed = await hashPassword(password);
  try {
    const user = { username, name, email, preferredLanguage, password: hashed };
    return await suggestingOthers(db, { username, userId: null }, () => addUser(db, user, from));
  } catch (error) {
    if (uniqueFieldOf(error) === "email") {
      throw new AppError("EMAIL_EXISTS", { fields: { email: "emailExists" }, cause: error });
    }
    throw error;
  }
}
