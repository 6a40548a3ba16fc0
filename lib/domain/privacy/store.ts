import { and, eq, inArray, isNull, not, or, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import {
  accountLinks,
  accounts,
  blocks,
  deliveries,
  donationNotes,
  donations,
  follows,
  giftLinks,
  giftMeters,
  idempotencyKeys,
  knownBrowsers,
  knownDevices,
  mails,
  messageChoices,
  notifications,
  passkeys,
  posts,
  pushSubscriptions,
  recoveryCodes,
  reports,
  requests,
  requestTexts,
  savedRequests,
  secondFactors,
  sessions,
  users,
} from "@/db/schema";
import { timestamptz } from "@/db/statement";
import { isKept } from "@/lib/domain/requests/guards";
import { FREE_TIER } from "@/lib/ground/tiers";

/** Replaces a text of the person; the books need the row only. */
const ERASED_TEXT = "–";

/** Locks all of a person's requests against donations and settlements until the transaction ends. */
export async function lockAllRequests(tx: Tx, userId: string): Promise<void> {
  await tx
    .select({ id: requests.id })
    .from(requests)
    .where(eq(requests.userId, userId))
    .orderBy(requests.id)
    .for("update");
}

/** An account that is not erased; null if there is none. Locks the row, also against new sessions. */
export async function lockAccount(tx: Tx, userId: string) {
  const { username, email, preferredLanguage, isDemo, contestedBy } = users;
  const [row] = await tx
    .select({ username, email, preferredLanguage, isDemo, contestedBy })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)))
    .for("update");
  return row ?? null;
}

/**
 * Deletes a person's requests, except those with donations or holds, which keep their figures but lose their texts
 * (D21).
 */
export async function eraseRequests(db: Db, userId: string, at: Date): Promise<void> {
  await db.delete(requests).where(and(eq(requests.userId, userId), not(isKept)));
  const left = db.select({ id: requests.id }).from(requests).where(eq(requests.userId, userId));
  await db.delete(requestTexts).where(inArray(requestTexts.requestId, left));
  await db.delete(giftLinks).where(inArray(giftLinks.requestId, left));
  await db
    .update(requests)
    .set({
      placeId: null,
      town: null,
      item: ERASED_TEXT,
      description: ERASED_TEXT,
      completionEmoji: null,
      photoUrl: null,
      isActive: false,
      deletedAt: sql`coalesce(${requests.deletedAt}, ${timestamptz(at)})`,
    })
    .where(eq(requests.userId, userId));
}

/**
 * Reduces an account to what the books need: its id, totals and boosts, and whether it was anonymous, so that the
 * names of its donations do not change (D36).
 */
export async function eraseUser(db: Db, id: string, erasedAt: Date): Promise<void> {
  await db
    .update(users)
    .set({
      email: `erased:${id}`,
      username: id,
      name: "",
      avatar: sql`default`,
      preferredLanguage: sql`default`,
      hideGivenAmount: true,
      hideReceivedAmount: true,
      bankAccountVerified: false,
      subscriptionTier: FREE_TIER,
      subscriptionExpiry: null,
      subscriptionPaidUntil: null,
      subscriptionCancelled: false,
      emailVerified: null,
      emailBouncedAt: null,
      newsSilencedAt: null,
      payoutsHeldUntil: null,
      trustedAt: null,
      contestedBy: null,
      payoutChangedAt: null,
      donationsPausedAt: null,
      firstName: null,
      lastName: null,
      profileImageUrl: null,
      password: null,
      googleId: null,
      paypalEmail: null,
      visaCardToken: null,
      paymentMethod: null,
      stripeAccountId: null,
      lastUsernameChange: null,
      updatedAt: erasedAt,
      erasedAt,
    })
    .where(eq(users.id, id));
}

/**
 * What only the person needs: notifications, messages, stored answers, and every way in. Sessions refer to nobody by a
 * column.
 */
const BELONGINGS = [
  notifications,
  mails,
  messageChoices,
  pushSubscriptions,
  idempotencyKeys,
  accounts,
  accountLinks,
  passkeys,
  secondFactors,
  recoveryCodes,
  knownDevices,
  knownBrowsers,
  posts,
  deliveries,
  giftMeters,
  savedRequests,
];

/** Deletes what only the person needs. */
export async function removeBelongings(db: Db, userId: string): Promise<void> {
  for (const table of BELONGINGS) await db.delete(table).where(eq(table.userId, userId));
  await db.delete(sessions).where(eq(sql`${sessions.sess}->>'userId'`, userId));
  await removeNotes(db, userId);
  await db.delete(blocks).where(or(eq(blocks.blockerId, userId), eq(blocks.blockedId, userId)));
  await db.delete(follows).where(or(eq(follows.followerId, userId), eq(follows.followedId, userId)));
  // What they reported stays, without them.
  await db.update(reports).set({ reporterId: null, browser: null }).where(eq(reports.reporterId, userId));
}

/** Deletes what they wrote with donations, and what others wrote to them. */
async function removeNotes(db: Db, userId: string): Promise<void> {
  const given = db.select({ id: donations.id }).from(donations).where(eq(donations.donorId, userId));
  const owned = db.select({ id: requests.id }).from(requests).where(eq(requests.userId, userId));
  // Each by an index of its own.
  await db.delete(donationNotes).where(inArray(donationNotes.donationId, given));
  await db.delete(donationNotes).where(inArray(donationNotes.requestId, owned));
}
