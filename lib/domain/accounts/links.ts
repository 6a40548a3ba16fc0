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
import type { LinkView } from "./types";

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
 * Makes a link of 32 random bytes, of which only the hash is stored: the token goes into the message. `address` is what
 * it proves, or to which it returns.
 */
async function makeLink(
  tx: Tx,
  { purpose, userId, address, at, trustedAt = null }: LinkOrder,
): Promise<{ id: string; token: string }> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = linkExpiry(purpose, at);
  const id = await insertLink(tx, {
    userId,
    purpose,
    tokenHash: hashOf(token),
    address,
    createdAt: at,
    expiresAt,
    trustedAt,
  });
  return { id, token };
}

/** Makes a link and writes the message that contains it. */
export async function sendLink(
  tx: Tx,
  order: LinkOrder,
  mail: Pick<NewMail, "kind" | "address" | "data">,
): Promise<void> {
  const { id, token } = await makeLink(tx, order);
  await writeMail(tx, { ...mail, cause: id, userId: order.userId, at: order.at, secret: token });
}

type Addressee = Pick<Holder, "id" | "email" | "isDemo" | "contestedBy">;

/**
 * Makes a link for the account of an address. Without an account that can be sent one, all of it concerns an id that
 * nobody has: the same statements run and nothing is written, so that no time shows which addresses have an account.
 */
export async function makeLinkFor(
  tx: Tx,
  account: Addressee | undefined,
  purpose: LinkPurpose,
  at: Date,
): Promise<{ id: string; token: string; userId: string }> {
  const address = account ? addressOf(account.email) : null;
  const isDemo = account?.isDemo === true && !env().demoLogins;
  const isClosed = isDemo || (account?.contestedBy ?? null) !== null;
  const userId = account && address !== null && !isClosed ? account.id : newId();
  const link = await makeLink(tx, { purpose, userId, address: address ?? "nobody@invalid", at });
  return { ...link, userId };
}

/** Makes a link for the account that has an address, if there is one. */
export async function makeLinkTo(
  tx: Tx,
  { email, purpose, at }: { email: string; purpose: LinkPurpose; at: Date },
): Promise<{ id: string; token: string; userId: string }> {
  const [account] = await lockHolders(tx, { address: email });
  return makeLinkFor(tx, account, purpose, at);
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
  if (account.contestedBy !== null) throw new AppError("ACCOUNT_CONTESTED");
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
