import { and, asc, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import {
  accountLinks,
  accounts,
  knownDevices,
  mails,
  messageChoices,
  notifications,
  passkeys,
  photos,
  pushSubscriptions,
  recoveryCodes,
  requests,
  secondFactors,
  sessions,
  users,
} from "@/db/schema";

/** The last row of a part: its time and id. */
export type Key = { at: Date; id: string | number };

/** A part of a list that can be very long. */
export type Part = { after: Key | null; limit: number };

/** The rows behind a key. */
export function beyond(at: PgColumn, id: PgColumn, after: Key | null): SQL | undefined {
  return after ? sql`(${at}, ${id}) > (${after.at.toISOString()}::timestamptz, ${after.id})` : undefined;
}

/** The order of an index that has the newest first, read backwards: there nulls come first, although there are none. */
export function oldestFirst(at: PgColumn, id: PgColumn): SQL[] {
  return [at, id].map((column) => sql`${column} asc nulls first`);
}

/** The account itself, without the secrets: the password's hash and the card's token. */
export async function selectAccount(db: Db, userId: string) {
  const [row] = await db
    .select({
      id: users.id,
      email: users.email,
      emailVerified: users.emailVerified,
      emailBouncedAt: users.emailBouncedAt,
      newsSilencedAt: users.newsSilencedAt,
      payoutsHeldUntil: users.payoutsHeldUntil,
      payoutChangedAt: users.payoutChangedAt,
      trustedAt: users.trustedAt,
      donationsPausedAt: users.donationsPausedAt,
      hasPassword: sql<boolean>`${users.password} is not null`,
      googleId: users.googleId,
      username: users.username,
      lastUsernameChange: users.lastUsernameChange,
      name: users.name,
      firstName: users.firstName,
      lastName: users.lastName,
      profileImageUrl: users.profileImageUrl,
      avatar: users.avatar,
      preferredLanguage: users.preferredLanguage,
      anonymousProfile: users.anonymousProfile,
      hideGivenAmount: users.hideGivenAmount,
      hideReceivedAmount: users.hideReceivedAmount,
      paymentMethod: users.paymentMethod,
      paypalEmail: users.paypalEmail,
      hasCard: sql<boolean>`${users.visaCardToken} is not null`,
      stripeAccountId: users.stripeAccountId,
      bankAccountVerified: users.bankAccountVerified,
      totalGiven: users.totalGiven,
      publicGiven: users.publicGiven,
      totalReceived: users.totalReceived,
      subscriptionTier: users.subscriptionTier,
      subscriptionExpiry: users.subscriptionExpiry,
      subscriptionPaidUntil: users.subscriptionPaidUntil,
      subscriptionCancelled: users.subscriptionCancelled,
      normalBoosts: users.normalBoosts,
      premiumBoosts: users.premiumBoosts,
      createdAt: users.createdAt,
      updatedAt: users.updatedAt,
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)));
  return row ?? null;
}

/** How a person signs in, without anything that could be used to do so. */
export async function selectSignInAccounts(db: Db, userId: string) {
  const { provider, providerAccountId, type } = accounts;
  return db.select({ provider, providerAccountId, type }).from(accounts).where(eq(accounts.userId, userId));
}

/** A person's sessions, without their tokens. */
export async function selectSessions(db: Db, userId: string) {
  return db
    .select({
      signedInSince: sessions.createdAt,
      provenAt: sessions.provenAt,
      lastUsedAt: sessions.lastUsedAt,
      signedInUntil: sessions.expire,
      device: sessions.device,
      network: sessions.network,
    })
    .from(sessions)
    .where(eq(sql`${sessions.sess}->>'userId'`, userId))
    .orderBy(asc(sessions.expire));
}

/** A person's passkeys, without what could be used to recognise them elsewhere. */
export async function selectPasskeys(db: Db, userId: string) {
  const { id, name, transports, backedUp, createdAt, lastUsedAt } = passkeys;
  return db
    .select({ id, name, transports, backedUp, createdAt, lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(createdAt));
}

/** Since when a person has a second factor, without its key. */
export async function selectSecondFactors(db: Db, userId: string) {
  const { createdAt, confirmedAt } = secondFactors;
  return db.select({ createdAt, confirmedAt }).from(secondFactors).where(eq(secondFactors.userId, userId));
}

/** The recovery codes of a second factor, without the codes. */
export async function selectRecoveryCodes(db: Db, userId: string) {
  const { id, createdAt, usedAt } = recoveryCodes;
  return db
    .select({ id, createdAt, usedAt })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId))
    .orderBy(asc(createdAt), asc(id));
}

/** The device families from which a person signed in. */
export async function selectKnownDevices(db: Db, userId: string) {
  const { device, createdAt } = knownDevices;
  return db
    .select({ device, createdAt })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(asc(createdAt));
}

/** Where a person receives push messages, without the keys and the address of the push service. */
export async function selectPushSubscriptions(db: Db, userId: string) {
  const { id, device, createdAt, lastUsedAt } = pushSubscriptions;
  return db
    .select({ id, device, createdAt, lastUsedAt })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(asc(createdAt));
}

/** What a person chose about messages. */
export async function selectMessageChoices(db: Db, userId: string) {
  const { kind, inApp, push, mail } = messageChoices;
  return db
    .select({ kind, inApp, push, mail })
    .from(messageChoices)
    .where(eq(messageChoices.userId, userId))
    .orderBy(asc(kind));
}

/** The links that were sent to a person, without what they open. */
export async function selectLinks(db: Db, userId: string) {
  const { id, purpose, address, createdAt, expiresAt, usedAt, trustedAt } = accountLinks;
  return db
    .select({ id, purpose, address, createdAt, expiresAt, usedAt, trustedAt })
    .from(accountLinks)
    .where(eq(accountLinks.userId, userId))
    .orderBy(asc(createdAt));
}

/** The messages to a person, with their state, without the links in them. */
export async function selectMessages(db: Db, userId: string, { after, limit }: Part) {
  const { id, channel, kind, stream, cause, address, locale, data, state, reason } = mails;
  const { createdAt, dueAt, finishedAt, attempts } = mails;
  return db
    .select({
      id,
      channel,
      stream,
      kind,
      cause,
      address,
      locale,
      data,
      state,
      reason,
      attempts,
      createdAt,
      dueAt,
      finishedAt,
    })
    .from(mails)
    .where(and(eq(mails.userId, userId), beyond(createdAt, id, after)))
    .orderBy(asc(createdAt), asc(id))
    .limit(limit);
}

/**
 * A person's requests, deleted ones too, with all columns but the person's own id, the ids of donors, who may be
 * anonymous by now (D36), and what is computed.
 */
export async function selectRequests(db: Db, userId: string) {
  const {
    userId: _userId,
    lastDonors: _lastDonors,
    feedRank: _feedRank,
    ...columns
  } = getTableColumns(requests);
  return db
    .select(columns)
    .from(requests)
    .where(eq(requests.userId, userId))
    .orderBy(asc(requests.createdAt));
}

/** The photos that a person sent. */
export async function selectPhotos(db: Db, userId: string) {
  return db
    .select({
      id: photos.id,
      requestId: photos.requestId,
      width: photos.width,
      height: photos.height,
      createdAt: photos.createdAt,
      discardedAt: photos.discardedAt,
    })
    .from(photos)
    .where(eq(photos.userId, userId))
    .orderBy(asc(photos.createdAt));
}

/** A person's notifications as stored; donors are named in the donations' sections. */
export async function selectNotifications(db: Db, userId: string, { after, limit }: Part) {
  return db
    .select({
      id: notifications.id,
      type: notifications.type,
      requestId: notifications.requestId,
      donationId: notifications.donationId,
      boostPurchaseId: notifications.boostPurchaseId,
      subscriptionPaymentId: notifications.subscriptionPaymentId,
      payoutId: notifications.payoutId,
      payoutState: notifications.payoutState,
      reportId: notifications.reportId,
      decisionId: notifications.decisionId,
      amount: notifications.amount,
      progress: notifications.progress,
      reason: notifications.reason,
      accountChange: notifications.accountChange,
      emoji: notifications.emoji,
      device: notifications.device,
      network: notifications.network,
      createdAt: notifications.createdAt,
      read: notifications.read,
    })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), beyond(notifications.createdAt, notifications.id, after)))
    .orderBy(...oldestFirst(notifications.createdAt, notifications.id))
    .limit(limit);
}
