import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { findOpenLink } from "./links-store";
import { addressOf } from "./rules";
import { findAccess } from "./store";
import type { AccountAccess } from "./types";

export { describeLink, openLink } from "./links";
export { findByGoogleId, findByProvenEmail, findSecret as findLogin } from "./store";

/**
 * How a person signs in, for themselves.
 * @throws AppError NOT_FOUND
 */
export async function accountAccess(db: Db, userId: string): Promise<AccountAccess> {
  const [row, pending] = await Promise.all([
    findAccess(db, userId),
    findOpenLink(db, userId, ["change_email"], now()),
  ]);
  if (!row) throw new AppError("NOT_FOUND");
  return {
    email: addressOf(row.email),
    isProven: row.emailVerified !== null,
    isTrusted: row.trustedAt !== null,
    isBounced: row.emailBouncedAt !== null,
    hasPassword: row.password !== null,
    hasGoogle: row.googleId !== null,
    pendingEmail: pending?.address ?? null,
  };
}

/** Until when an earlier address can still undo its change, or one that an undo replaced object; null: none can. */
export async function findObjectionEnd(db: Db, userId: string, at: Date): Promise<Date | null> {
  return (await findOpenLink(db, userId, ["undo_email", "contest_undo"], at))?.expiresAt ?? null;
}
