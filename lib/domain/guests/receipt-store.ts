import { and, eq, inArray, sql } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db, Tx } from "@/db/client";
import {
  donations,
  guests,
  notifications,
  payoutDonations,
  payouts,
  requests,
  transfers,
  users,
} from "@/db/schema";

/** A donation with what its receipt says, in cents; null if there is none. */
export async function selectReceipt(db: Db, id: string) {
  if (!isUuid(id)) return null;
  const [row] = await db
    .select({
      id: donations.id,
      guestId: donations.guestId,
      receiptNumber: donations.receiptNumber,
      amount: donations.amount,
      serviceFee: donations.serviceFee,
      paidBy: donations.paidBy,
      anonymous: donations.anonymous,
      paymentStatus: donations.paymentStatus,
      refundReason: donations.refundReason,
      createdAt: donations.createdAt,
      settledAt: donations.settledAt,
      creditedAt: donations.creditedAt,
      refundedAt: donations.refundedAt,
      thanksEmoji: donations.thanksEmoji,
      name: guests.name,
      requestId: requests.id,
      item: requests.item,
      photoUrl: requests.photoUrl,
      isCompleted: requests.isCompleted,
      closedAt: requests.closedAt,
      isShown: sql<boolean>`${requests.isActive} and ${requests.deletedAt} is null`,
      recipient: {
        username: users.username,
        name: users.name,
        anonymousProfile: users.anonymousProfile,
        isErased: sql<boolean>`${users.erasedAt} is not null`,
      },
      releaseAt: transfers.releaseAt,
      sentAt: payouts.sentAt,
      arrivedAt: payouts.paidAt,
    })
    .from(donations)
    .innerJoin(requests, eq(requests.id, donations.requestId))
    .innerJoin(users, eq(users.id, donations.recipientId))
    .leftJoin(guests, eq(guests.id, donations.guestId))
    .leftJoin(
      transfers,
      and(eq(transfers.donationId, donations.id), inArray(transfers.state, ["planned", "sent"])),
    )
    .leftJoin(payoutDonations, and(eq(payoutDonations.donationId, donations.id), payoutDonations.isLive))
    .leftJoin(payouts, eq(payouts.id, payoutDonations.payoutId))
    .where(eq(donations.id, id));
  return row ?? null;
}

/** Makes a guest's donation anonymous, or not, with what was said about it. False if it is no guest's (any more). */
export async function setAnonymous(tx: Tx, id: string, anonymous: boolean): Promise<boolean> {
  const rows = await tx
    .update(donations)
    .set({ anonymous })
    .where(and(eq(donations.id, id), sql`${donations.guestId} is not null`))
    .returning({ id: donations.id });
  if (rows.length === 0) return false;
  await tx.update(notifications).set({ anonymous }).where(eq(notifications.donationId, id));
  return true;
}
