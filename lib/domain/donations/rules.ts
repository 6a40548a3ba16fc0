import type { Locale } from "@/lib/ground/i18n/languages";
import type { NewPage, NewPayment } from "@/lib/providers/gateway";
import type { Donation, DonorKey } from "./types";

/** How long the message with a donation may be (giving.md, Methods). */
export const MAX_NOTE = 280;

/**
 * The smallest donation of a guest by card, in cents (giving.md): small payments are what stolen cards are tried with.
 */
export const MIN_GUEST_CARD = 500;

/** What the donor is charged, in cents. */
export function totalOf(donation: Pick<Donation, "amount" | "serviceFee">): number {
  return donation.amount + donation.serviceFee;
}

/** Whether somebody gave a donation. A guest's that was claimed is not theirs any more. */
export function isOfDonor(
  { donorId, guestId }: Pick<Donation, "donorId" | "guestId">,
  donor: DonorKey,
): boolean {
  return "id" in donor ? donorId === donor.id : guestId === donor.guestId;
}

/** Our ids in the payment at the provider. */
export function metadataOf({
  id,
  requestId,
  recipientId,
  donorId,
  guestId,
}: Donation): Record<string, string> {
  const donor = donorId === null ? guestId && { guestId } : { donorId };
  return { donationId: id, requestId, recipientId, ...donor };
}

/**
 * The payment to open at the provider. It depends only on the row and the item, so a repeated call sends the same
 * parameters.
 */
export function paymentFor(donation: Donation, item: string): NewPayment {
  return {
    amount: totalOf(donation),
    currency: donation.currency,
    idempotencyKey: `donation-${donation.id}`,
    ...(donation.guestId !== null && donation.amount < MIN_GUEST_CARD && { withoutCards: true }),
    description: item,
    metadata: metadataOf(donation),
  };
}

/** The page to open at the provider for a donation by wallet; it returns to the thank-you page. */
export function pageFor(
  donation: Donation,
  { item, locale, origin }: { item: string; locale: Locale; origin: string },
): NewPage {
  const back = new URL(`/payment-success?donation=${donation.id}`, origin);
  const cancelled = new URL(back);
  cancelled.searchParams.set("cancelled", "1");
  return { ...paymentFor(donation, item), locale, returnUrl: back.href, cancelUrl: cancelled.href };
}
