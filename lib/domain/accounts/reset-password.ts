import type { Db, Tx } from "@/db/client";
import { notifyOfAccountChanges, writeMail } from "@/lib/domain/messages/write-messages";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { clearWays } from "./clear-store";
import { distrust } from "./distrust";
import { isWeakPassword } from "./is-weak-password";
import { requireLink, sendLinkFor, sendLinkTo, spendLink } from "./links";
import { endLinks } from "./links-store";
import { hashPassword } from "./password";
import { type Holder, lockHolders } from "./store";
import type { Whereabouts } from "./types";

/** Sends the link for a new password to an address, if an account has it. */
export async function forgotPassword(db: Db, email: string, from: Whereabouts): Promise<void> {
  await sendLinkTo(db, email, { kind: "reset_password", from });
}

/** Sends the link to a signed-in person: people who only use Google choose their first password with it. */
export async function sendPasswordLink(db: Db, { id }: Pick<Viewer, "id">, from: Whereabouts): Promise<void> {
  await db.transaction(async (tx) => {
    const [account] = await lockHolders(tx, { userId: id });
    await sendLinkFor(tx, account, { kind: "reset_password", from, at: now() });
  });
}

/**
 * Sets a new password by the link that was sent to the account's address, which it proves. Ends all sessions, pending
 * changes of the address and older links, and holds payouts for 7 days (mail-and-access.md, Accounts). An account that
 * is not trusted yet may be somebody else's: all that was added, to get in again or to be paid, goes too (D51). The
 * undo of an earlier change of the address stays: somebody who changed it must not end it. Returns the account, which
 * the link signs in to only while it has this password.
 * @throws AppError TOKEN_INVALID, WEAK_PASSWORD, ACCOUNT_CONTESTED
 */
export async function resetPassword(
  db: Db,
  { token, password }: { token: string; password: string },
  from: Whereabouts,
): Promise<Pick<Holder, "id" | "username" | "email"> & { passwordHash: string }> {
  const { username, name, address } = await requireLink(db, token, "reset_password");
  await refuseWeak(password, { username, name, email: address });
  const hashed = await hashPassword(password);
  const at = now();
  return db.transaction(async (tx) => {
    const { account, link } = await spendLink(tx, token, "reset_password", at);
    const { id, email } = account;
    if (account.trustedAt === null) await clearWays(tx, id, at);
    const access = { password: hashed, emailVerified: at, emailBouncedAt: null };
    const heldUntil = await distrust(tx, id, at, { ...access, trustedAt: account.trustedAt ?? at });
    await endLinks(tx, id, { purposes: ["confirm_email", "reset_password", "change_email"], at });
    await notifyOfPassword(tx, { userId: id, cause: link.id, from, at, heldUntil });
    return { id, username: account.username, email, passwordHash: hashed };
  });
}

/** @throws AppError WEAK_PASSWORD (D12) */
export async function refuseWeak(
  password: string,
  person: { username: string; name: string; email: string },
): Promise<void> {
  if (await isWeakPassword(password, person)) {
    throw new AppError("WEAK_PASSWORD", { fields: { password: "passwordWeak" } });
  }
}

type NewPassword = { userId: string; cause: string; from: Whereabouts; at: Date; heldUntil?: Date };

/** Notifies the owner of a new password, in the app and by mail. */
export async function notifyOfPassword(
  tx: Tx,
  { userId, cause, from, at, heldUntil }: NewPassword,
): Promise<void> {
  await notifyOfAccountChanges(tx, [{ userId, accountChange: "password", ...from, createdAt: at }]);
  await writeMail(tx, {
    kind: "password_changed",
    cause,
    userId,
    at,
    data: { ...from, heldUntil: heldUntil?.toISOString() ?? null },
  });
}
