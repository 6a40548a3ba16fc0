import type { Locale } from "@/lib/ground/vocabulary";
import { REGION } from "./format";

/** A currency's symbol, and whether the language writes it before the amount. */
export function currencySymbol(locale: Locale, currency: string): { symbol: string; leads: boolean } {
  const parts = new Intl.NumberFormat(REGION[locale], { style: "currency", currency }).formatToParts(0);
  const at = parts.findIndex(({ type }) => type === "currency");
  return { symbol: parts[at]?.value ?? currency, leads: at === 0 };
}
