import type { Db } from "@/db/client";
import { AppError } from "@/lib/errors";
import type { Locale } from "@/lib/vocabulary";
import { addUser } from "./add-user";
import { isWeakPassword } from "./is-weak-password";
import { hashPassword } from "./password";
import { isReservedUsername } from "./rules";
import type { Registration } from "./schema";
import { uniqueFieldOf } from "./store";

/**
 * Opens an account with a password (specification 5, Register; D12); the language on screen becomes the person's own (D2). Answers their id.
 * @throws AppError VALIDATION_ERROR (reserved username), WEAK_PASSWORD, USERNAME_TAKEN, EMAIL_EXISTS
 */
export async function register(
  db: Db,
  { username, name, email, password }: Registration,
  preferredLanguage: Locale,
): Promise<string> {
  if (isReservedUsername(username)) {
    throw new AppError("VALIDATION_ERROR", { fields: { username: "usernameReserved" } });
  }
  if (isWeakPassword(password, { username, email })) {
    throw new AppError("WEAK_PASSWORD", { fields: { password: "passwordWeak" } });
  }
  const hashed = await hashPassword(password);
  try {
    return await addUser(db, { username, name, email, preferredLanguage, password: hashed });
  } catch (error) {
    if (uniqueFieldOf(error) === "email") {
      throw new AppError("EMAIL_EXISTS", { fields: { email: "emailExists" }, cause: error });
    }
    throw error;
  }
}
