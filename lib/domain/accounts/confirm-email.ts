import type { Db, Tx } from "@/db/client";
import { writeMail } from "@/lib/domain/mail/write";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { makeLink, spendLink } from "./links";
import { addressOf } from "./rules";
import { lockHolders, updateAccess } from "./store";
import type { Whereabouts } from "./types";

/** Writes the message with which a person proves their address. Expects that the account has one. */
export async function writeConfirmation(
  tx: Tx,
  { userId, address, from, at }: { userId: string; address: string; from: Whereabouts; at: Date },
): Promise<void> {
  const { id, token } = await makeLink(tx, { purpose: "confirm_email", userId, address, at });
  await writeMail(tx, { kind: "confirm_email", cause: id, userId, at, secret: token, data: from });
}

/** Sends the message again. Does nothing where the address is proven or there is none. */
export async function confirmAgain(db: Db, { id }: Pick<Viewer, "id">, from: Whereabouts): Promise<void> {
  const at = now();
  await db.transaction(async (tx) => {
    const [account] = await lockHolders(tx, { userId: id });
    const address = account ? addressOf(account.email) : null;
    if (account?.emailVerified !== null || address === null) return;
    await writeConfirmation(tx, { userId: id, address, from, at });
  });
}

/**
 * Proves an account's address by the link that was sent there. Returns the account's id.
 * @throws AppError TOKEN_INVALID
 */
export async function confirmEmail(db: Db, token: string): Promise<string> {
  const at = now();
  return db.transaction(async (tx) => {
    const { account } = await spendLink(tx, token, "confirm_email", at);
    await updateAccess(tx, account.id, { emailVerified: at, emailBouncedAt: null }, at);
    return account.id;
  });
}
