import { z } from "zod";

/** Converts cents to PayPal's decimal notation. */
export function toDecimal(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new Error(`${cents} is no amount in cents`);
  return `${(cents - (cents % 100)) / 100}.${String(cents % 100).padStart(2, "0")}`;
}

/** Converts a decimal amount to cents, without floating point. @throws Error unless it has at most two decimals */
export function toCents(decimal: string): number {
  const [, whole, fraction = ""] = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(decimal) ?? [];
  if (whole === undefined) throw new Error(`PayPal named an amount that cannot be read: ${decimal}`);
  return Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
}

/** An amount in PayPal's answers, in cents and with our lower-case currency. */
export const amountAnswer = z
  .object({ currency_code: z.string(), value: z.string() })
  .transform(({ currency_code, value }) => ({
    amount: toCents(value),
    currency: currency_code.toLowerCase(),
  }));
