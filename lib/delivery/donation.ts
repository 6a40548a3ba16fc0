import type { DonationFacts } from "@/lib/domain/donations/queries";
import type { Breakdown } from "@/lib/ground/money";
import type { MailTexts } from "./translator";

/** What a donor paid, in cents. */
export function breakdownOf({ amount, serviceFee }: DonationFacts): Breakdown {
  return { donationAmount: amount, serviceFee, totalAmount: amount + serviceFee };
}

/** How a donor is named to others now (D36). */
export function donorOf({ shared }: MailTexts, { donor }: Pick<DonationFacts, "donor">): string {
  if (donor.username !== null) return `@${donor.username}`;
  return donor.guestName ?? shared(donor.isErased ? "shared.deletedUser" : "notifications.anonymous");
}

/** The path of a request, or another one where it was deleted. */
export function requestPath(
  { title, requestId }: Pick<DonationFacts, "title" | "requestId">,
  otherwise: string,
): string {
  return title === null ? otherwise : `/?request=${requestId}`;
}
