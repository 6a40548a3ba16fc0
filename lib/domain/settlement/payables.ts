import { purchasePayable } from "@/lib/domain/boosts/payable";
import { donationPayable } from "@/lib/domain/donations/payable";
import type { Payable, PayableRow } from "@/lib/domain/payments/types";

/** Everything that is paid for by one payment. A new kind is one more line here and one more part of `findSubject`. */
export const PAYABLES = { donation: donationPayable, boost_purchase: purchasePayable };

export type Purpose = keyof typeof PAYABLES;

/** A payable of any purpose, for code that does not depend on its rows. */
export function payableOf(purpose: Purpose): Payable<PayableRow> {
  return PAYABLES[purpose] as unknown as Payable<PayableRow>;
}
