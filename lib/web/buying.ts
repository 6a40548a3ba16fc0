import "server-only";
import { getTranslations } from "next-intl/server";
import { beginCardPayment } from "@/lib/domain/payments/card-attempts";
import type { PaymentContext } from "@/lib/domain/payments/types";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import type { BoostType, Locale } from "@/lib/ground/vocabulary";
import { log } from "@/lib/server/log";
import { isSolved, newChallenge } from "./proof-of-work";
import { hashed, hashedId } from "./rate-limit/limit";

type Begun = {
  operationId: string;
  address: string;
  /** Who pays: a person, or a guest by a link, who may have proved that their browser worked for it. */
  viewer: { id: string } | { email: string; giftLinkId: string; proof: string | undefined };
};

/**
 * Records the payer and the address that begin a card payment, or refuses it while too many cards of either, or
 * by a gift link, were declined. With RATE_LIMITS=off nothing is recorded.
 * @throws AppError RATE_LIMITED with the seconds to wait, WORK_REQUIRED with a challenge for a guest's browser
 * @throws ProviderUnavailable
 */
export async function watchCardPayment(
  context: PaymentContext,
  { operationId: paymentId, viewer, address }: Begun,
): Promise<void> {
  if (!env().rateLimits) return;
  const [payerId, giftLinkId] =
    "id" in viewer ? [viewer.id, null] : [hashedId(viewer.email.toLowerCase()), viewer.giftLinkId];
  const isProven =
    "id" in viewer || (viewer.proof !== undefined && (await isSolved(context.db, viewer.proof)));
  const attempt = { paymentId, payerId, address: hashed(address), giftLinkId };
  const slowed = await beginCardPayment(context, attempt, { isProven });
  if (!slowed) return;
  if (slowed === "suspicious") {
    log.warn({ userId: payerId }, "a guest's browser has to work first");
    throw new AppError("WORK_REQUIRED", { values: { challenge: await newChallenge() } });
  }
  const retryAfter = Math.ceil(slowed.wait / 1_000);
  log.warn(
    { userId: payerId, declines: slowed.declines, per: slowed.per, retryAfter },
    "card payments slowed down",
  );
  throw new AppError("RATE_LIMITED", { retryAfter });
}

/** The description of boosts on a provider's page, in the buyer's language. */
export async function describeBoosts(
  boostType: BoostType,
  quantity: number,
  locale: Locale,
): Promise<string> {
  const t = await getTranslations({ locale, namespace: "providerPages" });
  return t(boostType, { quantity });
}

/** The settings of the card provider's form, or its sandbox's; null where no card provider is configured. */
export function cardSetup(): { publishableKey: string; sandbox: boolean; currency: string } | null {
  const { card, sandbox, currency } = env();
  return card && { publishableKey: card.publishableKey, sandbox, currency };
}
