import { z } from "zod";

/** An amount as PayPal writes it. Cents. */
export function toDecimal(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new Error(`${cents} is no amount in cents`);
  return `${(cents - (cents % 100)) / 100}.${String(cents % 100).padStart(2, "0")}`;
}

/** Cents, without ever passing through a fraction. @throws Error for what is no amount of two decimals */
export function toCents(decimal: string): number {
  const [, whole, fraction = ""] = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(decimal) ?? [];
  if (whole === undefined) throw new Error(`PayPal named an amount that cannot be read: ${decimal}`);
  return Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
}

/** An amount in PayPal's answers, read as cents and our way of writing currencies. */
export const amountAnswer = z
  .object({ currency_code: z.string(), value: z.string() })
  .transform(({ currency_code, value }) => ({
    amount: toCents(value),
    currency: currency_code.toLowerCase(),
  }));
