import { isReservedName } from "@/lib/domain/accounts/reserved-names";
import { MIN_GUEST_CARD } from "@/lib/domain/donations/rules";
import { startDonation } from "@/lib/domain/donations/start-donation";
import { receiptPath } from "@/lib/domain/given/receipt-token";
import type { PaymentContext } from "@/lib/domain/payments/types";
import { isBlockedBetween } from "@/lib/domain/users/guards";
import type { Viewer } from "@/lib/domain/users/types";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import type { Locale } from "@/lib/ground/vocabulary";
import { NoMethodLeft } from "@/lib/providers/gateway";
import { isOwn, type OpenLink } from "./link-store";
import type { NewGuestDonation, StartedGuestDonation } from "./schema";

type By = {
  id: string;
  link: OpenLink;
  /** Who is signed in here, if anybody is. */
  viewer: Pick<Viewer, "id" | "isContested" | "isSuspended"> | null;
  /** A keyed hash of the browser, if somebody signed in from it. */
  browser: string | null;
  language: Locale;
};

/**
 * Starts a donation of somebody without an account, by a gift link (giving.md). Amounts in cents.
 * @throws AppError VALIDATION_ERROR for a reserved name (D39), OWN_REQUEST for the owner's confirmed address and known
 * browser, GIFT_LINK_INVALID for who is blocked, SUSPENDED, ACCOUNT_CONTESTED, AMOUNT_TOO_SMALL, and the errors of
 * startDonation
 * @throws ProviderUnavailable
 */
export async function startGuestDonation(
  context: PaymentContext,
  { amount, email, name, anonymous, message, messageShown }: NewGuestDonation,
  { id, link, viewer, browser, language }: By,
): Promise<StartedGuestDonation> {
  const { ownerId, requestId } = link;
  const { appName, appUrl } = env();
  if (name && isReservedName(name, appName)) {
    throw new AppError("VALIDATION_ERROR", { fields: { name: "nameReserved" } });
  }
  // Who is signed in gives no more by a link than without it.
  if (viewer?.isContested) throw new AppError("ACCOUNT_CONTESTED");
  if (viewer?.isSuspended) throw new AppError("SUSPENDED");
  if (viewer?.id === ownerId || (await isOwn(context.db, ownerId, { email, browser }))) {
    throw new AppError("OWN_REQUEST");
  }
  // Where one of both blocked the other there is nothing (safety.md, Block).
  if (viewer && (await isBlockedBetween(context.db, viewer.id, ownerId))) {
    throw new AppError("GIFT_LINK_INVALID");
  }
  const guest = { email, name: name ?? null, language, anonymous };
  const input = { amount, requestId, message, messageShown };
  const intent = await startDonation(context, { guest }, input, id).catch((error: unknown) => {
    // Below MIN_GUEST_CARD cards are left out, and nothing else is switched on.
    if (error instanceof NoMethodLeft) {
      throw new AppError("AMOUNT_TOO_SMALL", { values: { minimumCents: MIN_GUEST_CARD }, cause: error });
    }
    throw error;
  });
  return { ...intent, receiptUrl: `${appUrl}${receiptPath(id)}` };
}
