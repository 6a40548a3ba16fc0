import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { accounts, notifications, photos, requests, sessions, users } from "@/db/schema";

/** The account itself. Its password's hash and the card's token are secrets that tell a person nothing. */
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
      totalReceived: users.totalReceived,
      subscriptionTier: users.subscriptionTier,
      subscriptionExpiry: users.subscriptionExpiry,
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

/** How a person signs in and where they are signed in, without anything that could be used to do so. */
export async function selectSignIns(db: Db, userId: string) {
  const { provider, providerAccountId, type } = accounts;
  const signInAccounts = await db
    .select({ provider, providerAccountId, type })
    .from(accounts)
    .where(eq(accounts.userId, userId));
  const open = await db
    .select({ signedInUntil: sessions.expire })
    .from(sessions)
    .where(eq(sql`${sessions.sess}->>'userId'`, userId))
    .orderBy(asc(sessions.expire));
  return { signInAccounts, sessions: open };
}

/** What a person asked for, with the photos they sent. */
export async function selectAsked(db: Db, userId: string) {
  const asked = await db
    .select({
      id: requests.id,
      item: requests.item,
      description: requests.description,
      goal: requests.goal,
      raised: requests.raised,
      isActive: requests.isActive,
      isCompleted: requests.isCompleted,
      completionEmoji: requests.completionEmoji,
      completedAt: requests.completedAt,
      createdAt: requests.createdAt,
      isListed: requests.isListed,
      listedUntil: requests.listedUntil,
      priorityLevel: requests.priorityLevel,
      priorityUntil: requests.priorityUntil,
      photoUrl: requests.photoUrl,
      appliedBoostType: requests.appliedBoostType,
      boostAppliedAt: requests.boostAppliedAt,
      deletedAt: requests.deletedAt,
    })
    .from(requests)
    .where(eq(requests.userId, userId))
    .orderBy(asc(requests.createdAt));
  const sent = await db
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
  return { requests: asked, photos: sent };
}

/** What a person was told, as it is stored: who gave stands with the donations. */
export async function selectTold(db: Db, userId: string) {
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
      createdAt: notifications.createdAt,
      read: notifications.read,
    })
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(asc(notifications.createdAt));
}
