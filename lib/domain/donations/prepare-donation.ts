import type { z } from "zod";
import type { Db } from "@/db/client";
import type { Viewer } from "@/lib/domain/users/types";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import { breakdown, largestDonation, MIN_DONATION, parseAmount } from "@/lib/ground/money";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import { donationTerms } from "./donation-terms";
import type { createPaymentIntentSchema } from "./schema";
import { findDonation, insertPending } from "./store";
import type { Donation } from "./types";

export type DonationInput = z.output<typeof createPaymentIntentSchema>;

/**
 * Writes a donation as pending, before any provider is asked (D5, D6, D24, D26). `id` is the operation's: asked again, the same donation answers.
 * Cents.
 * @throws AppError the errors of donationTerms, INVALID_AMOUNT, AMOUNT_TOO_SMALL, AMOUNT_ABOVE_REMAINING, CURRENCY_MISMATCH,
 * RECIPIENT_MISMATCH
 */
export async function prepareDonation(
  db: Db,
  viewer: Pick<Viewer, "id">,
  input: DonationInput,
  { id, method }: { id: string; method: PaymentProvider },
): Promise<{ donation: Donation; item: string }> {
  const currency = env().currency;
  if (input.currency !== undefined && input.currency.toLowerCase() !== currency) {
    throw new AppError("CURRENCY_MISMATCH", { values: { currency: currency.toUpperCase() } });
  }
  const terms = await donationTerms(db, viewer, input.requestId);
  if (input.recipientId !== undefined && input.recipientId !== terms.recipientId) {
    throw new AppError("RECIPIENT_MISMATCH");
  }
  const { donationAmount: amount, serviceFee } = breakdown(donationAmount(input.amount, terms.remaining));
  await insertPending(db, {
    id,
    requestId: terms.requestId,
    donorId: viewer.id,
    recipientId: terms.recipientId,
    amount,
    serviceFee,
    currency,
    paymentMethod: method,
  });
  const donation = await findDonation(db, id);
  if (donation?.donorId !== viewer.id || donation.paymentStatus !== "pending")
    throw new AppError("NOT_ACTIVE");
  return { donation, item: terms.item };
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
