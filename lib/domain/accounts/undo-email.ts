import type { Db, Tx } from "@/db/client";
import { liftHold, placeHold } from "@/lib/domain/holds/place-hold";
import { notifyOfAccountChanges, writeMail, writeOperatorMail } from "@/lib/domain/messages/write-messages";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { moveTo } from "./change-email";
import { clearSince, clearWays, hasProofBefore } from "./clear-store";
import { distrust } from "./distrust";
import { requireLink, sendLink, sendLinkFor, spendLink } from "./links";
import { endLinks } from "./links-store";
import { addressOf, undoReach } from "./rules";
import { lockHolders, updateAccount } from "./store";
import { NOWHERE, type UndoProof, type Whereabouts } from "./types";

/**
 * What an undo asks for beside its link: a passkey or a code, where the account has one that was there seven days
 * before the address changed (D52). Who has only the mailbox must not undo what its owner did.
 * @throws AppError TOKEN_INVALID
 */
export async function undoProof(db: Db, token: string): Promise<UndoProof> {
  const { id: linkId, userId, createdAt } = await requireLink(db, token, "undo_email");
  const since = undoReach(createdAt);
  return { linkId, userId, since, ...(await hasProofBefore(db, userId, since)) };
}

/**
 * Restores an address by the link that was sent there when it was replaced. Somebody else may know the password: it
 * no longer works, all sessions end, payouts are held for 7 days, what was added since seven days before the change is
 * gone, and the restored address gets a link for a new password. If the account was not trusted with that address,
 * everything is gone (D51). The address that was replaced can object for 24 hours. `isProven`: what `undoProof` asks
 * for was given. Returns the account's id.
 * @throws AppError TOKEN_INVALID, EMAIL_EXISTS, PROOF_REQUIRED, ACCOUNT_CONTESTED
 */
export async function undoEmailChange(
  db: Db,
  token: string,
  from: Whereabouts,
  { isProven = false }: { isProven?: boolean } = {},
): Promise<string> {
  const at = now();
  return db.transaction(async (tx) => {
    const { account, link, rival } = await spendLink(tx, token, "undo_email", at);
    const { id: userId } = account;
    const since = undoReach(link.createdAt);
    const asked = await hasProofBefore(tx, userId, since);
    if (!isProven && (asked.passkey || asked.code)) throw new AppError("PROOF_REQUIRED");
    await moveTo(tx, { userId, address: link.address, rival, at });
    if (link.trustedAt === null) await clearWays(tx, userId, at);
    else await clearSince(tx, userId, { at, since });
    await distrust(tx, userId, at, { password: null, trustedAt: link.trustedAt ?? at });
    await endLinks(tx, userId, { purposes: ["undo_email", "contest_undo"], at, madeAfter: link.createdAt });
    await notifyOfAccountChanges(tx, [{ userId, accountChange: "email", ...from, createdAt: at }]);
    await sendLinkFor(tx, { ...account, email: link.address }, { kind: "reset_password", from, at });
    await offerObjection(tx, { userId, address: addressOf(account.email), from, at });
    return userId;
  });
}

/** Writes to the address that an undo replaced, with the link to object. */
async function offerObjection(
  tx: Tx,
  { userId, address, from, at }: { userId: string; address: string | null; from: Whereabouts; at: Date },
): Promise<void> {
  if (address === null) return;
  const order = { purpose: "contest_undo", userId, address, at } as const;
  await sendLink(tx, order, { kind: "email_restored", address, data: { ...from, wasProven: 1 } });
}

/**
 * Objects to an undo, by the link that was sent to the address that it replaced (D52). The account can then only be
 * read, no money moves, and both addresses are informed, until an operator decides (`operator/ownership.ts`). Returns
 * the account's id.
 * @throws AppError TOKEN_INVALID, ACCOUNT_CONTESTED
 */
export async function contestUndo(db: Db, token: string): Promise<string> {
  const at = now();
  return db.transaction(async (tx) => {
    const { account, link } = await spendLink(tx, token, "contest_undo", at);
    const { id: userId } = account;
    await updateAccount(tx, userId, { contestedBy: link.address }, at);
    await endLinks(tx, userId, { purposes: ["confirm_email", "reset_password", "change_email"], at });
    await placeHold(tx, { subject: { userId }, cause: "ownership", at });
    for (const address of [addressOf(account.email), link.address]) {
      if (address === null) continue;
      const cause = `${link.id}:${address === link.address ? "new" : "old"}`;
      await writeMail(tx, { kind: "account_contested", cause, userId, at, address, data: { wasProven: 1 } });
    }
    await writeOperatorMail(tx, { about: "address_contested", cause: link.id, reference: userId, at });
    return userId;
  });
}

type Decision = { userId: string; address: string; by: string; at: Date };

/**
 * Gives a contested account to one of the two addresses, as an operator decided: everything that was added is cleared,
 * that address gets a link for a new password, and payouts are held for 7 days. The caller has locked the person.
 * @throws AppError EMAIL_EXISTS where another account proved the address meanwhile
 */
export async function settleContest(tx: Tx, { userId, address, by, at }: Decision): Promise<void> {
  const holders = await lockHolders(tx, { userId, address });
  const account = holders.find(({ id }) => id === userId);
  if (!account) throw new Error(`the contested account ${userId} vanished`);
  await moveTo(tx, { userId, address, rival: holders.find(({ id }) => id !== userId) ?? null, at });
  await clearWays(tx, userId, at);
  await distrust(tx, userId, at, { password: null, contestedBy: null, trustedAt: at });
  await endLinks(tx, userId, { purposes: ["undo_email", "contest_undo"], at });
  await liftHold(tx, { subject: { userId }, cause: "ownership", at, by });
  await notifyOfAccountChanges(tx, [{ userId, accountChange: "email", ...NOWHERE, createdAt: at }]);
  const reset = { kind: "reset_password", from: NOWHERE, at } as const;
  await sendLinkFor(tx, { ...account, email: address, contestedBy: null }, reset);
}
