import type { z } from "zod";
import type { Db } from "@/db/client";
import { refuseIfEnded } from "@/lib/domain/payments/card-attempts";
import { PENDING_AFTER } from "@/lib/domain/payments/rules";
import type { PaymentContext } from "@/lib/domain/payments/types";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import { breakdown, largestDonation, MIN_DONATION, parseAmount } from "@/lib/ground/money";
import type { Locale, PaymentProvider } from "@/lib/ground/vocabulary";
import { ProviderUnavailable } from "@/lib/providers/gateway";
import { pageFor, paymentFor, totalOf } from "./rules";
import type { createPaymentIntentSchema, DonationIntent } from "./schema";
import { donationRecords, insertPending, returnSecret } from "./store";
import { donationTerms } from "./terms";
import type { Donation, DonorOrGuest } from "./types";

type DonationInput = z.input<typeof createPaymentIntentSchema>;

/**
 * Starts a donation by card (specification 4, Card donation flow; api.md). The pending row is stored before the call to
 * the provider, whose idempotency key is made from the row's id. `id` is the client's: a repeated call returns the same
 * donation and payment. Cents.
 * @throws AppError the errors of `prepare`, PURCHASE_CLOSED
 * @throws ProviderUnavailable
 */
export async function startDonation(
  context: PaymentContext,
  donor: DonorOrGuest,
  input: DonationInput,
  id: string,
): Promise<DonationIntent> {
  const { db, card } = context;
  const { donation, item } = await prepare(db, donor, input, { id, method: card.provider });
  const payment = await card.createPayment(paymentFor(donation, item));
  const { clientSecret } = payment;
  const isFirst = await donationRecords.attachPayment(db, donation, payment.id, returnSecret(clientSecret));
  // The provider no longer had the key and made a second payment: only the first may be paid.
  if (!isFirst) throw new AppError("NOT_ACTIVE");
  await refuseIfEnded(context, card, { rowId: id, providerId: payment.id });
  const { amount: donationAmount, serviceFee } = donation;
  return { clientSecret, donationAmount, serviceFee, totalAmount: totalOf(donation) };
}

/**
 * Starts a donation by wallet, where that is enabled (D29), like one by card. Returns the address where the donor
 * approves it.
 * @throws AppError the errors of `prepare`
 * @throws ProviderUnavailable also while wallet donations are not enabled
 */
export async function startWalletDonation(
  { db, wallet }: PaymentContext,
  viewer: Pick<Viewer, "id">,
  { locale, ...input }: DonationInput & { locale: Locale },
  id: string,
): Promise<{ url: string }> {
  const { appUrl, walletDonations } = env();
  if (!walletDonations) throw new ProviderUnavailable("donations by wallet are not enabled");
  const { donation, item } = await prepare(db, viewer, input, { id, method: wallet.provider });
  const page = await wallet.openPage(pageFor(donation, { item, locale, origin: appUrl }));
  // The provider no longer had the key and made a second order: only the first may be approved.
  if (!(await donationRecords.attachPayment(db, donation, page.id))) throw new AppError("NOT_ACTIVE");
  return { url: page.url };
}

/**
 * Stores a pending donation before any call to the provider (D5, D6, D24, D26). Cents.
 * @throws AppError the errors of donationTerms, INVALID_AMOUNT, AMOUNT_TOO_SMALL, AMOUNT_ABOVE_REMAINING,
 * CURRENCY_MISMATCH, RECIPIENT_MISMATCH
 */
async function prepare(
  db: Db,
  donor: DonorOrGuest,
  input: DonationInput,
  { id, method }: { id: string; method: PaymentProvider },
): Promise<{ donation: Donation; item: string }> {
  const currency = env().currency;
  if (input.currency !== undefined && input.currency.toLowerCase() !== currency) {
    throw new AppError("CURRENCY_MISMATCH", { values: { currency: currency.toUpperCase() } });
  }
  const isGuest = "guest" in donor;
  const terms = await donationTerms(db, isGuest ? null : donor, input.requestId);
  if (input.recipientId !== undefined && input.recipientId !== terms.recipientId) {
    throw new AppError("RECIPIENT_MISMATCH");
  }
  const { donationAmount: amount, serviceFee } = breakdown(donationAmount(input.amount, terms.remaining));
  const donorId = isGuest ? null : donor.id;
  const pending = {
    id,
    requestId: terms.requestId,
    donorId,
    // A guest has one donation.
    guestId: isGuest ? id : null,
    recipientId: terms.recipientId,
    amount,
    serviceFee,
    currency,
    paymentMethod: method,
    checkAt: new Date(now().getTime() + PENDING_AFTER),
  };
  const { message: text, messageShown: isShown = false } = input;
  const note = text === undefined ? null : { text, isShown };
  if (isGuest) {
    const { anonymous, ...guest } = donor.guest;
    await insertPending(db, { ...pending, anonymous }, { guest, note });
  } else await insertPending(db, pending, { note });
  const donation = await donationRecords.find(db, id);
  if (donation?.donorId !== donorId || donation.paymentStatus !== "pending") throw new AppError("NOT_ACTIVE");
  return { donation, item: terms.item };
}

/** Parses the amount into cents and checks it against the limits (D6, D26). */
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
