import { toDecimal } from "@/lib/ground/money";
import type { Locale } from "@/lib/ground/vocabulary";

/** Cents as they are typed in the reader's language: 1250 is `12.50` in English and `12,50` elsewhere. */
export function decimalText(cents: number, locale: Locale): string {
  return locale === "en" ? toDecimal(cents) : toDecimal(cents).replace(".", ",");
}
