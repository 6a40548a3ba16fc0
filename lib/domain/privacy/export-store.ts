import { and, asc, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { accounts, notifications, photos, requests, sessions, users } from "@/db/schema";

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
      signedInUntil: sessions.expire,
    })
    .from(sessions)
    .where(eq(sql`${sessions.sess}->>'userId'`, userId))
    .orderBy(asc(sessions.expire));
}

/** A person's requests, deleted ones too, with all columns but the person's own id and what is computed. */
export async function selectRequests(db: Db, userId: string) {
  const { userId: _userId, feedRank: _feedRank, ...columns } = getTableColumns(requests);
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
      amount: notifications.amount,
      progress: notifications.progress,
      reason: notifications.reason,
      accountChange: notifications.accountChange,
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
