import type { Db, Tx } from "@/db/client";
import { writeMail } from "@/lib/domain/mail/write";
import { notifyOfAccountChanges } from "@/lib/domain/notifications/notify";
import { endSessionsOf } from "@/lib/domain/sessions/end-session";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { confirmEmail } from "./confirm-email";
import { describeLink, makeLink, spendLink } from "./links";
import { endLinks } from "./links-store";
import { writeReset } from "./reset-password";
import { addressOf, payoutsHeldFrom } from "./rules";
import type { EmailChange } from "./schema";
import { findAccess, lockHolders, removeWaysIn, updateAccess } from "./store";
import { takeAddress } from "./take-address";
import type { Whereabouts } from "./types";

/**
 * Sends a link to the new address, and ends earlier ones. The address changes when the link is used. Whether the
 * address has an account changes nothing here. The caller demands a fresh proof of who the person is.
 * @throws AppError VALIDATION_ERROR for the address that the account has
 */
export async function requestEmailChange(
  db: Db,
  { id }: Pick<Viewer, "id">,
  { email }: EmailChange,
  from: Whereabouts,
): Promise<void> {
  const person = await findAccess(db, id);
  if (!person) throw new AppError("NOT_FOUND");
  if (person.email.toLowerCase() === email.toLowerCase()) {
    throw new AppError("VALIDATION_ERROR", { fields: { email: "emailSame" } });
  }
  const at = now();
  await db.transaction(async (tx) => {
    await lockHolders(tx, { userId: id });
    await endLinks(tx, id, { purposes: ["change_email"], at });
    const link = await makeLink(tx, { purpose: "change_email", userId: id, address: email, at });
    await writeMail(tx, {
      kind: "confirm_new_email",
      cause: link.id,
      userId: id,
      at,
      address: email,
      secret: link.token,
      data: from,
    });
  });
}

/**
 * Uses a link that proves an address: the account's own, or a new one, which then takes its place. Returns the id of
 * the account.
 * @throws AppError TOKEN_INVALID, EMAIL_EXISTS
 */
export async function proveEmail(db: Db, token: string, from: Whereabouts): Promise<string> {
  const link = await describeLink(db, token);
  const isNew = link.state !== "unknown" && link.purpose === "change_email";
  return isNew ? changeEmail(db, token, from) : confirmEmail(db, token);
}

/**
 * Changes an address by the link that was sent to the new one, which it proves. An account that has the address without
 * having proven it loses it (D42). The old address gets a message with which this can be undone for 7 days.
 */
async function changeEmail(db: Db, token: string, from: Whereabouts): Promise<string> {
  const at = now();
  return db.transaction(async (tx) => {
    const { account, link, rival } = await spendLink(tx, token, "change_email", at);
    const previous = addressOf(account.email);
    await moveTo(tx, { userId: account.id, address: link.address, rival, at });
    await notifyOfAccountChanges(tx, [
      { userId: account.id, accountChange: "email", ...from, createdAt: at },
    ]);
    if (previous === null) return account.id;
    const undo = await makeLink(tx, { purpose: "undo_email", userId: account.id, address: previous, at });
    await writeMail(tx, {
      kind: "email_changed",
      cause: undo.id,
      userId: account.id,
      at,
      address: previous,
      secret: undo.token,
      data: from,
    });
    return account.id;
  });
}

/**
 * Restores an address by the link that was sent there when it was replaced. Somebody else may know the password: it
 * no longer works, all sessions end, payouts are held for 7 days, links, passkeys and a second factor that were added
 * since are gone, and the restored address gets a link for a new password. Returns the account's id.
 * @throws AppError TOKEN_INVALID, EMAIL_EXISTS
 */
export async function undoEmailChange(db: Db, token: string, from: Whereabouts): Promise<string> {
  const at = now();
  return db.transaction(async (tx) => {
    const { account, link, rival } = await spendLink(tx, token, "undo_email", at);
    const { id: userId, payoutsHeldUntil } = account;
    await moveTo(tx, { userId, address: link.address, rival, at });
    const held = payoutsHeldFrom(at, payoutsHeldUntil);
    await updateAccess(tx, userId, { password: null, payoutsHeldUntil: held }, at);
    await removeWaysIn(tx, userId, link.createdAt);
    await endSessionsOf(tx, userId);
    await endLinks(tx, userId, { purposes: ["undo_email"], at, madeAfter: link.createdAt });
    await notifyOfAccountChanges(tx, [{ userId, accountChange: "email", ...from, createdAt: at }]);
    await writeReset(tx, { ...account, email: link.address }, from, at);
    return userId;
  });
}

type Move = {
  userId: string;
  address: string;
  rival: Awaited<ReturnType<typeof spendLink>>["rival"];
  at: Date;
};

/** Gives an account an address that it just proved, and ends what was begun with the old one. */
async function moveTo(tx: Tx, { userId, address, rival, at }: Move): Promise<void> {
  await takeAddress(tx, rival, at);
  await updateAccess(tx, userId, { email: address, emailVerified: at, emailBouncedAt: null }, at);
  await endLinks(tx, userId, { purposes: ["confirm_email", "reset_password", "change_email"], at });
}
