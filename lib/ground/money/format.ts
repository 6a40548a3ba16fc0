import { LANGUAGES, type Locale } from "@/lib/ground/i18n/languages";

const formats = new Map<string, Intl.NumberFormat>();

/**
 * Cents as money in the reader's language (D4), always with two decimals, and with a minus sign (−) below zero, where
 * most languages' formats have a hyphen. The cents never become a float.
 */
export function formatMoney(cents: number, locale: Locale, currency: string): string {
  const key = `${locale} ${currency}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(LANGUAGES[locale].region, { style: "currency", currency });
    formats.set(key, format);
  }
  return format.format(toDecimal(cents) as Intl.StringNumericLiteral).replace("-", "−");
}

/** Cents as money without decimals, rounded down, where only the size matters (specification 2, live stats). */
export function formatWholeMoney(cents: number, locale: Locale, currency: string): string {
  const format = new Intl.NumberFormat(LANGUAGES[locale].region, {
    style: "currency",
    currency,
    maximumFractionDigits: 0,
  });
  return format.format(Math.floor(cents / 100));
}

/** Cents as the decimal string of the wire and of number inputs: 1250 is `12.50`. */
export function toDecimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A currency's symbol, and whether the language writes it before the amount. */
export function currencySymbol(locale: Locale, currency: string): { symbol: string; leads: boolean } {
  const parts = new Intl.NumberFormat(LANGUAGES[locale].region, {
    style: "currency",
    currency,
  }).formatToParts(0);
  const at = parts.findIndex(({ type }) => type === "currency");
  return { symbol: parts[at]?.value ?? currency, leads: at === 0 };
}

/**
 * Progress towards a goal in percent with one decimal, at most 100 (specification 4), and 100 only when the goal is
 * reached.
 */
export function progressPercent(raised: number, goal: number): number {
  if (raised >= goal) return 100;
  return Math.min(99.9, Math.floor((raised * 1_000) / goal) / 10);
}
