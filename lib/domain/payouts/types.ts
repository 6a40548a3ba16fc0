import type { PaymentContext } from "@/lib/domain/payments/types";
import type { CapabilityState, PayeeWaits, PaymentProvider } from "@/lib/ground/vocabulary";
import type { PayoutProvider } from "@/lib/providers/payout-provider";

/** The providers that pay people out, by their name; null where this deployment cannot pay by one. */
export type PayoutProviders = Record<PaymentProvider, PayoutProvider | null>;

/** The database, the gateways and the providers of payouts. */
export type PayoutContext = PaymentContext & { payoutProviders: PayoutProviders };

/** A person's account at a provider, as it was last asked for. */
export type PayeeAccount = {
  id: string;
  userId: string;
  provider: PaymentProvider;
  providerAccountId: string | null;
  country: string;
  transfers: CapabilityState | null;
  payouts: CapabilityState | null;
  waitsFor: PayeeWaits;
  waitsUntil: Date | null;
  problem: string | null;
  bankLast4: string | null;
  submittedAt: Date | null;
  readyAt: Date | null;
  checkedAt: Date | null;
  createdAt: Date;
  closedAt: Date | null;
};

/** Where a donation is (payouts.md, States). */
export type GiftState = "waiting" | "free" | "moved" | "paid_out" | "frozen" | "returned";
