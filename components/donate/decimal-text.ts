import { LANGUAGES, type Locale } from "@/lib/ground/i18n/languages";
import { toDecimal } from "@/lib/ground/money";

/** Cents as they are typed in the reader's language: 1250 is `12.50` in English and `12,50` in Dutch. */
export function decimalText(cents: number, locale: Locale): string {
  const parts = new Intl.NumberFormat(LANGUAGES[locale].region).formatToParts(0.5);
  return toDecimal(cents).replace(".", parts.find(({ type }) => type === "decimal")?.value ?? ".");
}
