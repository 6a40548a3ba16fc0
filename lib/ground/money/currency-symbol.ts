import { LANGUAGES } from "@/lib/ground/i18n/languages";
import type { Locale } from "@/lib/ground/vocabulary";

/** A currency's symbol, and whether the language writes it before the amount. */
export function currencySymbol(locale: Locale, currency: string): { symbol: string; leads: boolean } {
  const parts = new Intl.NumberFormat(LANGUAGES[locale].region, {
    style: "currency",
    currency,
  }).formatToParts(0);
  const at = parts.findIndex(({ type }) => type === "currency");
  return { symbol: parts[at]?.value ?? currency, leads: at === 0 };
}
