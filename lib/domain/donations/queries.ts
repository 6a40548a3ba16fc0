import type { Db } from "@/db/client";
import { donorName } from "@/lib/domain/users/public-name";
import { findDonationForMail } from "./store";

/** What a message says about a donation. Amounts in cents. */
export type DonationFacts = NonNullable<Awaited<ReturnType<typeof donationFacts>>>;

/**
 * A donation as messages describe it, now: the title of a deleted request is null, and the donor has the name that
 * others may see (D36).
 */
export async function donationFacts(db: Db, id: string) {
  const row = await findDonationForMail(db, id);
  if (!row) return null;
  const { donor, anonymous, item, isDeleted, recipientUsername, isRecipientErased, ...facts } = row;
  return {
    ...facts,
    title: isDeleted ? null : item,
    donor: donorName({ anonymous }, donor),
    recipientUsername: isRecipientErased ? null : recipientUsername,
  };
}
