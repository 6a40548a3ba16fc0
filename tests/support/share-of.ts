/**
 * A partial refund's share of the donation and of the service fee, in cents: in proportion, the donation's part rounded
 * half up (payouts.md, Ledger), as `return_part` of the database computes it.
 */
export function shareOf(
  refunded: number,
  { amount, serviceFee }: { amount: number; serviceFee: number },
): { amount: number; fee: number } {
  const total = amount + serviceFee;
  const part = Math.floor((2 * refunded * amount + total) / (2 * total));
  return { amount: part, fee: refunded - part };
}
