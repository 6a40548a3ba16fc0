import type { NewPayment } from "@/lib/providers/payment";
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
