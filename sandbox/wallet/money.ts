import { z } from "zod";

/** An amount in cents as decimal text. */
export function value(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

/** An amount in cents as the provider writes it. */
export function money(amount: number, currency: string) {
  return { currency_code: currency, value: value(amount) };
}

/** An amount in a request, parsed to cents: at most two decimals, above zero. */
export const moneyInput = z
  .strictObject({
    currency_code: z.string().regex(/^[A-Z]{3}$/),
    value: z.string().regex(/^\d{1,7}(\.\d{1,2})?$/),
  })
  .transform(({ currency_code, value: text }) => {
    const [whole = "", fraction = ""] = text.split(".");
    return { amount: Number(whole) * 100 + Number(fraction.padEnd(2, "0")), currency: currency_code };
  })
  .refine(({ amount }) => amount > 0, "CANNOT_BE_ZERO_OR_NEGATIVE");
