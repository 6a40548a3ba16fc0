import type { Locale, PaidTier, PaymentProvider, SubscriptionState } from "@/lib/ground/vocabulary";

/** A subscription. Cents. */
export type Subscription = {
  id: string;
  userId: string;
  tier: PaidTier;
  amount: number;
  currency: string;
  locale: Locale;
  returnPath: string;
  paymentMethod: PaymentProvider;
  /** The provider's id of the agreement or, until the payer approves it, of its approval page. */
  providerId: string | null;
  status: SubscriptionState;
  createdAt: Date;
  endRequestedAt: Date | null;
  endedAt: Date | null;
  paymentAwaitedSince: Date | null;
};

/** The state of a subscription after settling it. */
export type SubscriptionSettlement =
  | { state: "unknown" }
  | {
      /** `processing`: approved, and the first payment has not come yet. */
      state: "open" | "processing" | "active" | "ended" | "failed";
      subscription: Subscription;
      /** Until when the owner's tier runs; null if it gives none, or never ends. */
      expiry: Date | null;
    };

/** What the page after a subscription shows. */
export type SubscriptionOutcome =
  /** No such subscription, or not the caller's. */
  | { state: "unknown" }
  /** The provider is unreachable now; the subscription can be settled later. */
  | { state: "unavailable" }
  | {
      /** `open`: not approved yet, and can still be. */
      state: "active" | "processing" | "open" | "failed";
      tier: PaidTier;
      /** ISO 8601 UTC. */
      expiry: string | null;
    };
