import type { Db, Tx } from "@/db/client";
import { notifyOfAccountChanges } from "@/lib/domain/messages/write-messages";
import { type Caller, lockCaller } from "@/lib/domain/users/guards";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { confirmEmail } from "./confirm-email";
import { describeLink, sendLink, spendLink } from "./links";
import { endLinks } from "./links-store";
import { addressOf } from "./rules";
import type { EmailChange } from "./schema";
import { findAccess, updateAccount } from "./store";
import { takeAddress } from "./take-address";
import type { Whereabouts } from "./types";

/**
 * Sends a link to the new address, and ends earlier ones. The address changes when the link is used. Whether the
 * address has an account changes nothing here. The caller demands a fresh proof of who the person is.
 * @throws AppError VALIDATION_ERROR for the address that the account has, UNAUTHENTICATED
 */
export async function requestEmailChange(
  db: Db,
  viewer: Caller,
  { email }: EmailChange,
  from: Whereabouts,
): Promise<void> {
  const { id } = viewer;
  const person = await findAccess(db, id);
  if (!person) throw new AppError("NOT_FOUND");
  if (person.email.toLowerCase() === email.toLowerCase()) {
    throw new AppError("VALIDATION_ERROR", { fields: { email: "emailSame" } });
  }
  const at = now();
  await db.transaction(async (tx) => {
    await lockCaller(tx, viewer);
    await endLinks(tx, id, { purposes: ["change_email"], at });
    const order = { purpose: "change_email", userId: id, address: email, at } as const;
    await sendLink(tx, order, { kind: "confirm_new_email", address: email, data: from });
  });
}

/**
 * Uses a link that proves an address: the account's own, or a new one, which then takes its place. `viewer` is signed
 * in to the browser that used it. Returns the id of the account.
 * @throws AppError TOKEN_INVALID, EMAIL_EXISTS, ACCOUNT_CONTESTED
 */
export async function proveEmail(
  db: Db,
  token: string,
  from: Whereabouts,
  viewer: Pick<Viewer, "id"> | null = null,
): Promise<string> {
  const link = await describeLink(db, token);
  const isNew = link.state !== "unknown" && link.purpose === "change_email";
  return isNew ? changeEmail(db, token, from, viewer) : confirmEmail(db, token, viewer);
}

/**
 * Changes an address by the link that was sent to the new one, which it proves. An account that has the address without
 * having proven it loses it (D42). The old address gets a message with which this can be undone for 7 days. Used
 * outside a session of the account, the link does not show that what was added there is this person's (D51).
 */
async function changeEmail(
  db: Db,
  token: string,
  from: Whereabouts,
  viewer: Pick<Viewer, "id"> | null,
): Promise<string> {
  const at = now();
  return db.transaction(async (tx) => {
    const { account, link, rival } = await spendLink(tx, token, "change_email", at);
    const { id: userId, trustedAt } = account;
    const previous = addressOf(account.email);
    await moveTo(tx, { userId, address: link.address, rival, at });
    await updateAccount(tx, userId, { trustedAt: viewer?.id === userId ? (trustedAt ?? at) : null }, at);
    await notifyOfAccountChanges(tx, [{ userId, accountChange: "email", ...from, createdAt: at }]);
    if (previous === null) return userId;
    const undo = { purpose: "undo_email", userId, address: previous, at, trustedAt } as const;
    const data = { ...from, wasProven: account.emailVerified === null ? 0 : 1 };
    await sendLink(tx, undo, { kind: "email_changed", address: previous, data });
    return userId;
  });
}

type Move = {
  userId: string;
  address: string;
  rival: Awaited<ReturnType<typeof spendLink>>["rival"];
  at: Date;
};

/** Gives an account an address that was proven, and ends what was begun with the old one. */
export async function moveTo(tx: Tx, { userId, address, rival, at }: Move): Promise<void> {
  await takeAddress(tx, rival, at);
  await updateAccount(tx, userId, { email: address, emailVerified: at, emailBouncedAt: null }, at);
  await endLinks(tx, userId, { purposes: ["confirm_email", "reset_password", "change_email"], at });
}
