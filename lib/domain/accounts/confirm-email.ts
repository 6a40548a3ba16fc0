import type { Db, Tx } from "@/db/client";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { sendLink, spendLink } from "./links";
import { addressOf } from "./rules";
import { lockHolders, updateAccount } from "./store";
import type { Whereabouts } from "./types";

/** Writes the message with which a person proves their address. Expects that the account has one. */
export async function writeConfirmation(
  tx: Tx,
  { userId, address, from, at }: { userId: string; address: string; from: Whereabouts; at: Date },
): Promise<void> {
  const order = { purpose: "confirm_email", userId, address, at } as const;
  await sendLink(tx, order, { kind: "confirm_email", data: from });
}

/**
 * Sends the message again. Does nothing where there is no address, or where it is known to belong to who uses the
 * account: a proof from outside a session shows the address only (D51).
 */
export async function confirmAgain(db: Db, { id }: Pick<Viewer, "id">, from: Whereabouts): Promise<void> {
  const at = now();
  await db.transaction(async (tx) => {
    const [account] = await lockHolders(tx, { userId: id });
    const address = account ? addressOf(account.email) : null;
    const isSettled = account?.emailVerified && account.trustedAt;
    if (!account || isSettled || address === null) return;
    await writeConfirmation(tx, { userId: id, address, from, at });
  });
}

/**
 * Proves an account's address by the link that was sent there. Used in a session of the account (`viewer`), it shows
 * that what was added there is this person's (D51). Returns the account's id.
 * @throws AppError TOKEN_INVALID, ACCOUNT_CONTESTED
 */
export async function confirmEmail(
  db: Db,
  token: string,
  viewer: Pick<Viewer, "id"> | null = null,
): Promise<string> {
  const at = now();
  return db.transaction(async (tx) => {
    const { account } = await spendLink(tx, token, "confirm_email", at);
    const trustedAt = account.trustedAt ?? (viewer?.id === account.id ? at : null);
    await updateAccount(tx, account.id, { emailVerified: at, emailBouncedAt: null, trustedAt }, at);
    return account.id;
  });
}
