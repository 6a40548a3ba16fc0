import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { findPendingAddress } from "./links-store";
import { addressOf } from "./rules";
import type { UserChanges } from "./schema";
import { findAccess, findPayout } from "./store";
import type { AccountAccess } from "./types";

export { describeLink, openLink } from "./links";
export { findObjectionEnd } from "./links-store";
export { findByGoogleId, findByProvenEmail, findSecret as findLogin } from "./store";

/** Whether changes would replace how a person is paid. */
export async function changesPayout(db: Db, userId: string, changes: UserChanges): Promise<boolean> {
  const { paymentMethod, paypalEmail, visaCardToken } = changes;
  const sent = Object.entries({ paymentMethod, paypalEmail, visaCardToken }).filter(
    ([, value]) => value !== undefined,
  );
  if (sent.length === 0) return false;
  const current: Record<string, unknown> = (await findPayout(db, userId)) ?? {};
  return sent.some(([detail, value]) => (current[detail] ?? null) !== value);
}

/**
 * How a person signs in, for themselves.
 * @throws AppError NOT_FOUND
 */
export async function accountAccess(db: Db, userId: string): Promise<AccountAccess> {
  const [row, pendingEmail] = await Promise.all([
    findAccess(db, userId),
    findPendingAddress(db, userId, now()),
  ]);
  if (!row) throw new AppError("NOT_FOUND");
  return {
    email: addressOf(row.email),
    isProven: row.emailVerified !== null,
    isTrusted: row.trustedAt !== null,
    isBounced: row.emailBouncedAt !== null,
    hasPassword: row.password !== null,
    hasGoogle: row.googleId !== null,
    pendingEmail,
  };
}
