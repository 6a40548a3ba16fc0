import "server-only";
import { getTranslations } from "next-intl/server";
import { beginCardPayment } from "@/lib/domain/payments/card-attempts";
import type { PaymentContext } from "@/lib/domain/payments/types";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import type { BoostType, Locale } from "@/lib/ground/vocabulary";
import { log } from "@/lib/server/log";
import { hashed } from "./rate-limit/limit";

type Begun = { operationId: string; viewer: { id: string }; address: string };

/**
 * Records the person and the address that begin a card payment, or refuses it while too many cards of either were
 * declined. With RATE_LIMITS=off nothing is recorded.
 * @throws AppError RATE_LIMITED with the seconds to wait
 * @throws ProviderUnavailable
 */
export async function watchCardPayment(
  context: PaymentContext,
  { operationId: paymentId, viewer, address }: Begun,
): Promise<void> {
  if (!env().rateLimits) return;
  const slowed = await beginCardPayment(context, { paymentId, userId: viewer.id, address: hashed(address) });
  if (!slowed) return;
  const retryAfter = Math.ceil(slowed.wait / 1_000);
  log.warn(
    { userId: viewer.id, declines: slowed.declines, per: slowed.per, retryAfter },
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
