import type { Locale } from "@/lib/ground/i18n/languages";
import type { NewPage, NewPayment } from "@/lib/providers/gateway";
import type { Donation } from "./types";

/** What the donor is charged, in cents. */
export function totalOf(donation: Pick<Donation, "amount" | "serviceFee">): number {
  return donation.amount + donation.serviceFee;
}

/** Our ids in the payment at the provider. */
export function metadataOf({
  id,
  requestId,
  recipientId,
  donorId,
  guestId,
}: Donation): Record<string, string> {
  const giver = donorId === null ? guestId && { guestId } : { donorId };
  return { donationId: id, requestId, recipientId, ...giver };
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
