import type { ProviderPayment, UpTo } from "@/lib/providers/gateway";

/** A payment that nobody paid yet. */
export const UNPAID = {
  state: "open",
  received: 0,
  returned: 0,
  refunded: false,
  disputeLost: false,
  disputeOpen: false,
  disputeFee: null,
  paidBy: null,
  chargeId: null,
  declines: 0,
} as const;

/** A payment as a test sets it: `refunded` is short for everything that was charged, and so is a lost dispute alone. */
export type ScriptedPayment = ProviderPayment & { refunded: boolean };

/** The payment as the gateway answers it. */
export function answerOf({ refunded, ...payment }: ScriptedPayment): ProviderPayment {
  const isWhole = refunded || (payment.disputeLost && payment.returned === 0);
  return { ...payment, returned: isWhole ? payment.received : payment.returned };
}

/** Refunds until `upTo` went back, and notes with which key. */
export function refundPart(
  refunds: Map<string, number>,
  payment: { returned: number },
  idempotencyKey: string,
  { amount }: UpTo,
): void {
  if (payment.returned >= amount) return;
  refunds.set(idempotencyKey, amount - payment.returned);
  payment.returned = amount;
}
