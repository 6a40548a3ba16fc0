import { AppError } from "@/lib/ground/errors";
import { parseAmount } from "@/lib/ground/money";

/**
 * A price that was sent as decimal major units (D4), in cents.
 * @throws AppError INVALID_AMOUNT
 */
export function parsePrice(sent: string | number): number {
  const parsed = parseAmount(sent);
  if ("problem" in parsed) throw new AppError("INVALID_AMOUNT");
  return parsed.cents;
}
