import type { z } from "zod";
import type { Viewer } from "@/lib/domain/users/types";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { breakdown, largestDonation, MIN_DONATION, parseAmount } from "@/lib/money";
import { donationTerms } from "./donation-terms";
import { paymentFor } from "./rules";
import type { createPaymentIntentSchema, DonationIntent } from "./schema";
import { attachPayment, findDonation, insertPending } from "./store";
import type { Donation, PaymentContext } from "./types";

type Input = z.output<typeof createPaymentIntentSchema>;

/**
 * Starts a donation by card (specification 4, Card donation flow; api.md): the row stands as pending before the provider is asked, with a key
 * made from its id. `id` is the operation's: asked again, the same donation and the same payment answer. Answers cents.
 * @throws AppError the errors of donationTerms, INVALID_AMOUNT, AMOUNT_TOO_SMALL, AMOUNT_ABOVE_REMAINING, CURRENCY_MISMATCH,
 * RECIPIENT_MISMATCH
 * @throws ProviderUnavailable
 */
export async function startDonation(
  { db, card }: PaymentContext,
  viewer: Pick<Viewer, "id">,
  input: Input,
  id: string,
): Promise<DonationIntent> {
  const currency = env().currency;
  if (input.currency !== undefined && input.currency.toLowerCase() !== currency) {
    throw new AppError("CURRENCY_MISMATCH", { values: { currency: currency.toUpperCase() } });
  }
  const terms = await donationTerms(db, viewer, input.requestId);
  if (input.recipientId !== undefined && input.recipientId !== terms.recipientId) {
    throw new AppError("RECIPIENT_MISMATCH");
  }
  const parts = breakdown(donationAmount(input.amount, terms.remaining));
  await insertPending(db, {
    id,
    requestId: terms.requestId,
    donorId: viewer.id,
    recipientId: terms.recipientId,
    amount: parts.donationAmount,
    serviceFee: parts.serviceFee,
    currency,
  });
  const donation = await ownPending(db, viewer, id);
  const payment = await card.createPayment(paymentFor(donation, terms.item));
  const attached = await attachPayment(db, id, payment.id);
  // The provider forgot the key and made a second payment: only the first may be paid.
  if (attached !== payment.id) throw new AppError("NOT_ACTIVE");
  return { clientSecret: payment.clientSecret, ...parts };
}

/** The sent amount in cents, within what may be given (D6, D26). */
function donationAmount(sent: string | number, remaining: number | null): number {
  const parsed = parseAmount(sent);
  if ("problem" in parsed || parsed.cents === 0) throw new AppError("INVALID_AMOUNT");
  if (parsed.cents < MIN_DONATION) {
    throw new AppError("AMOUNT_TOO_SMALL", { values: { minimumCents: MIN_DONATION } });
  }
  const largest = largestDonation(remaining);
  if (parsed.cents > largest) {
    throw new AppError("AMOUNT_ABOVE_REMAINING", { values: { remainingCents: largest } });
  }
  return parsed.cents;
}

async function ownPending(
  db: PaymentContext["db"],
  viewer: Pick<Viewer, "id">,
  id: string,
): Promise<Donation> {
  const donation = await findDonation(db, id);
  if (donation?.donorId !== viewer.id || donation.paymentStatus !== "pending")
    throw new AppError("NOT_ACTIVE");
  return donation;
}
