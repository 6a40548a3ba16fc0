import type { Locale } from "@/lib/ground/i18n/languages";
import type { NewOrder, NewPayment } from "@/lib/providers/payment";
import type { Donation } from "./types";

/** What the donor is charged, in cents. */
export function totalOf(donation: Pick<Donation, "amount" | "serviceFee">): number {
  return donation.amount + donation.serviceFee;
}

/** The payment a donation asks of the provider. Everything follows from the row, so asking again is the same question. */
export function paymentFor(donation: Donation, item: string): NewPayment {
  return {
    amount: totalOf(donation),
    currency: donation.currency,
    idempotencyKey: `donation-${donation.id}`,
    description: item,
    metadata: {
      donationId: donation.id,
      requestId: donation.requestId,
      recipientId: donation.recipientId,
      donorId: donation.donorId,
    },
  };
}

/** The same by wallet: an order that leads back to the thank-you page. */
export function orderFor(
  donation: Donation,
  { item, locale, origin }: { item: string; locale: Locale; origin: string },
): NewOrder {
  const back = new URL(`/payment-success?donation=${donation.id}`, origin);
  const cancelled = new URL(back);
  cancelled.searchParams.set("cancelled", "1");
  return { ...paymentFor(donation, item), locale, returnUrl: back.href, cancelUrl: cancelled.href };
}

/** The provider's id of a donation's payment; null while there is none. */
export function paymentIdOf({
  paymentMethod,
  stripePaymentIntentId,
  paypalOrderId,
}: Pick<Donation, "paymentMethod" | "stripePaymentIntentId" | "paypalOrderId">): string | null {
  return paymentMethod === "stripe" ? stripePaymentIntentId : paypalOrderId;
}
