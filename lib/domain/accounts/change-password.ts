import type { Db } from "@/db/client";
import { newId } from "@/db/schema";
import { endSessionsOf } from "@/lib/domain/sessions/end-session";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { endLinks } from "./links-store";
import { hashPassword, verifyPassword } from "./password";
import { notifyOfPassword, refuseWeak } from "./reset-password";
import type { PasswordChange } from "./schema";
import { findAccess, lockHolders, updateAccount } from "./store";
import type { Whereabouts } from "./types";

/**
 * Replaces a person's password, after the present one. Ends their other sessions; `token` is the one that stays.
 * @throws AppError WRONG_PASSWORD, WEAK_PASSWORD
 */
export async function changePassword(
  db: Db,
  { id }: Pick<Viewer, "id">,
  { currentPassword, password }: PasswordChange,
  { token, from }: { token: string | null; from: Whereabouts },
): Promise<void> {
  const person = await findAccess(db, id);
  if (!person) throw new AppError("NOT_FOUND");
  await requirePassword(person.password, currentPassword);
  await refuseWeak(password, person);
  const hashed = await hashPassword(password);
  const at = now();
  await db.transaction(async (tx) => {
    await lockHolders(tx, { userId: id });
    // A reset that came first would otherwise be undone by who knows the password that it replaced.
    if ((await findAccess(tx, id))?.password !== person.password) throw wrongPassword("passwordWrong");
    await updateAccount(tx, id, { password: hashed }, at);
    await endSessionsOf(tx, id, { except: token });
    // Not the links for a new password: the owner's must work against somebody who knows the present one (trust 42).
    await endLinks(tx, id, { purposes: ["change_email"], at });
    await notifyOfPassword(tx, { userId: id, cause: newId(), from, at });
  });
}

/** @throws AppError WRONG_PASSWORD when a password is not the one of this hash */
async function requirePassword(stored: string | null, typed: string): Promise<void> {
  if (await verifyPassword(stored, typed)) return;
  throw wrongPassword(typed ? "passwordWrong" : "passwordRequired");
}

function wrongPassword(problem: "passwordWrong" | "passwordRequired"): AppError {
  return new AppError("WRONG_PASSWORD", { fields: { currentPassword: problem } });
}
