import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "@/db/client";
import { donations, notifications } from "@/db/schema";
import type { ThanksEmoji } from "@/lib/ground/vocabulary";

type Donation = NonNullable<Awaited<ReturnType<typeof lockDonation>>>;
type Given = { emoji: ThanksEmoji; at: Date };

/** The donation that one of a person's notifications tells of; null if there is none. Locks the donation. */
export async function lockDonation(tx: Tx, userId: string, notificationId: string) {
  const { requestId, donorId, anonymous, amount, progress } = notifications;
  const [row] = await tx
    .select({
      notificationId: notifications.id,
      donationId: donations.id,
      donorId: donations.donorId,
      /** The recipient has something of it. */
      isReceived: sql<boolean>`${donations.creditedAt} is not null and ${donations.paymentStatus} = 'completed'
        and ${donations.amount} > ${donations.returnedAmount}`,
      copied: { requestId, donorId, anonymous, amount, progress },
    })
    .from(notifications)
    .innerJoin(donations, eq(donations.id, notifications.donationId))
    .where(
      and(
        eq(notifications.id, notificationId),
        eq(notifications.userId, userId),
        eq(notifications.type, "donation"),
      ),
    )
    .for("no key update", { of: donations });
  return row ?? null;
}

/** Stores how its recipient thanked for a donation, who has read its notification by that. */
export async function setThanks(
  tx: Tx,
  { donationId, notificationId }: Donation,
  { emoji, at }: Given,
): Promise<void> {
  await tx
    .update(donations)
    .set({
      thanksEmoji: emoji,
      thankedAt: sql`coalesce(${donations.thankedAt}, ${at.toISOString()}::timestamptz)`,
    })
    .where(eq(donations.id, donationId));
  await tx.update(notifications).set({ emoji, read: true }).where(eq(notifications.id, notificationId));
}

/** Notifies the donor, once for a donation; a later emoji replaces the first one. */
export async function notifyOfThanks(
  tx: Tx,
  { donationId, donorId, copied }: Donation,
  { emoji, at }: Given,
): Promise<void> {
  await tx
    .insert(notifications)
    .values({ ...copied, userId: donorId, type: "thanks", donationId, emoji, createdAt: at })
    .onConflictDoUpdate({
      target: [notifications.userId, notifications.type, notifications.donationId],
      set: { emoji },
    });
}
