import { createHash, randomBytes } from "node:crypto";
import type { Db, Tx } from "@/db/client";
import { newId } from "@/db/schema";
import type { NewMail } from "@/lib/domain/messages/types";
import { writeMail } from "@/lib/domain/messages/write-messages";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import type { LinkPurpose } from "@/lib/ground/vocabulary";
import {
  deleteLinksBefore,
  findLinkByHash,
  findLinkById,
  insertLink,
  type LinkRow,
  markLinkUsed,
} from "./links-store";
import { addressOf, LINK_KEPT_DAYS, type LinkState, linkExpiry, linkState } from "./rules";
import { type Holder, lockHolders } from "./store";
import type { LinkView, Whereabouts } from "./types";

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

type LinkOrder = {
  purpose: LinkPurpose;
  userId: string;
  address: string;
  at: Date;
  /** Of an undo: since when the account was trusted with this address. */
  trustedAt?: Date | null;
};

/**
 * Makes a link of 32 random bytes, of which only the hash is stored, and writes the message that contains its token.
 * The order's `address` is what the link proves, or to which it returns.
 */
export async function sendLink(
  tx: Tx,
  { purpose, userId, address, at, trustedAt = null }: LinkOrder,
  mail: Pick<NewMail, "kind" | "address" | "data">,
): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = linkExpiry(purpose, at);
  const link = { userId, purpose, tokenHash: hashOf(token), address, createdAt: at, expiresAt, trustedAt };
  const cause = await insertLink(tx, link);
  await writeMail(tx, { ...mail, cause, userId, at, secret: token });
}

/** What works while two addresses claim the account: cancelling is no way in and sends no money out (C305). */
const isOpenWhileContested = (purpose: LinkPurpose) => purpose === "cancel_plan";

type Addressee = Pick<Holder, "id" | "email" | "isDemo" | "contestedBy">;

/** A link that anybody can have sent who names an address. Its message has the name of its purpose. */
type AskedLink = { kind: "reset_password" | "cancel_plan"; from: Whereabouts; at: Date };

/**
 * Sends a link to the address of an account. Without an account that can be sent one, and for demo people where they
 * are closed (D41), all of it concerns an id that nobody has: the same statements run and nothing is written, so that
 * neither the answer nor its time shows which addresses have an account. Earlier links still work: who asks in the
 * owner's name, until no more are sent (trust 44), takes none away from them.
 */
export async function sendLinkFor(
  tx: Tx,
  account: Addressee | undefined,
  { kind, from, at }: AskedLink,
): Promise<void> {
  const address = account ? addressOf(account.email) : null;
  const isDemo = account?.isDemo === true && !env().demoLogins;
  const isContested = (account?.contestedBy ?? null) !== null;
  const isClosed = isDemo || (isContested && !isOpenWhileContested(kind));
  const userId = account && address !== null && !isClosed ? account.id : newId();
  const order = { purpose: kind, userId, address: address ?? "nobody@invalid", at };
  await sendLink(tx, order, { kind, data: from });
}

/** Sends a link to the account that has an address, if there is one. */
export async function sendLinkTo(
  db: Db,
  email: string,
  { kind, from }: Omit<AskedLink, "at">,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [account] = await lockHolders(tx, { address: email });
    await sendLinkFor(tx, account, { kind, from, at: now() });
  });
}

/** What a link does and whether it still works. Changes nothing. */
export async function describeLink(db: Db, token: string): Promise<LinkView> {
  const link = await findByToken(db, token);
  if (!link) return { state: "unknown" };
  const { purpose, address, username, userId } = link;
  return { state: linkState(link, link.email, now()), purpose, address, username, userId };
}

/** A link of a message that is being sent; null when it no longer works. */
export async function openLink(db: Db, id: string): Promise<LinkRow | null> {
  const link = await findLinkById(db, id);
  return link && linkState(link, link.email, now()) === "open" ? link : null;
}

/**
 * The link of a token, if it works and serves this purpose.
 * @throws AppError TOKEN_INVALID
 */
export async function requireLink(db: Db, token: string, purpose: LinkPurpose): Promise<LinkRow> {
  const link = await findByToken(db, token);
  if (link?.purpose !== purpose) throw linkInvalid("unknown");
  const state = linkState(link, link.email, now());
  if (state !== "open") throw linkInvalid(state);
  return link;
}

/** A link that was just used, its account, and another account that has the link's address. */
type UsedLink = { link: LinkRow; account: Holder; rival: Holder | null };

/**
 * Uses a link within the transaction of its deed, so that two clicks at once act once. Locks its account and the
 * account that has its address, by id.
 * @throws AppError TOKEN_INVALID, ACCOUNT_CONTESTED
 */
export async function spendLink(tx: Tx, token: string, purpose: LinkPurpose, at: Date): Promise<UsedLink> {
  const link = await requireLink(tx, token, purpose);
  const holders = await lockHolders(tx, { userId: link.userId, address: link.address });
  const account = holders.find(({ id }) => id === link.userId);
  const state = linkState(link, account?.email ?? null, at);
  if (!account || state !== "open") throw linkInvalid(state);
  if (account.contestedBy !== null && !isOpenWhileContested(purpose)) throw new AppError("ACCOUNT_CONTESTED");
  if (!(await markLinkUsed(tx, link.id, at))) throw linkInvalid("used");
  return { link, account, rival: holders.find(({ id }) => id !== link.userId) ?? null };
}

/** Deletes links that ended more than 30 days ago. */
export async function forgetOldLinks(db: Db): Promise<void> {
  await deleteLinksBefore(db, new Date(now().getTime() - LINK_KEPT_DAYS * DAY));
}

async function findByToken(db: Db, token: string): Promise<LinkRow | null> {
  return TOKEN.test(token) ? findLinkByHash(db, hashOf(token)) : null;
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function linkInvalid(reason: LinkState): AppError {
  return new AppError("TOKEN_INVALID", { values: { reason } });
}
