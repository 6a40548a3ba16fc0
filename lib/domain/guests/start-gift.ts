import { startDonation } from "@/lib/domain/donations/start-donation";
import type { PaymentContext } from "@/lib/domain/payments/types";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import { parseAmount } from "@/lib/ground/money";
import type { Locale } from "@/lib/ground/vocabulary";
import { isOwn, type OpenLink } from "./link-store";
import { receiptPath } from "./receipt-token";
import { MIN_GUEST_DONATION } from "./rules";
import type { NewGift, StartedGift } from "./schema";

type By = {
  id: string;
  link: OpenLink;
  /** Who is signed in here, if anybody is. */
  viewerId: string | null;
  /** A keyed hash of the browser, if somebody signed in from it. */
  browser: string | null;
  language: Locale;
};

/**
 * Starts a gift of somebody without an account, by a gift link (giving.md). Amounts in cents.
 * @throws AppError OWN_REQUEST for the owner's confirmed address and known browser, AMOUNT_TOO_SMALL, and the errors
 * of startDonation
 * @throws ProviderUnavailable
 */
export async function startGift(
  context: PaymentContext,
  { amount, email, name, anonymous }: NewGift,
  { id, link, viewerId, browser, language }: By,
): Promise<StartedGift> {
  const { ownerId, requestId } = link;
  if (viewerId === ownerId || (await isOwn(context.db, ownerId, { email, browser }))) {
    throw new AppError("OWN_REQUEST");
  }
  const parsed = parseAmount(amount);
  if ("cents" in parsed && parsed.cents > 0 && parsed.cents < MIN_GUEST_DONATION) {
    throw new AppError("AMOUNT_TOO_SMALL", { values: { minimumCents: MIN_GUEST_DONATION } });
  }
  const guest = { email, name: name ?? null, language, anonymous };
  const intent = await startDonation(context, { guest }, { amount, requestId }, id);
  return { ...intent, receiptUrl: `${env().appUrl}${receiptPath(id)}` };
}
