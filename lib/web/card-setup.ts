import "server-only";
import { env } from "@/lib/ground/env";

/** What a browser needs for the card provider's form, or its sandbox's; null where no card provider is configured. */
export function cardSetup(): { publishableKey: string; sandbox: boolean; currency: string } | null {
  const { card, sandbox, currency } = env();
  return card && { publishableKey: card.publishableKey, sandbox, currency };
}
