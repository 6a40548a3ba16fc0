import type { Locale, PaidTier, PaymentProvider, SubscriptionState } from "@/lib/ground/vocabulary";

/** A subscription as the domain handles it. Cents. */
export type Subscription = {
  id: string;
  userId: string;
  tier: PaidTier;
  amount: number;
  currency: string;
  locale: Locale;
  returnPath: string;
  paymentMethod: PaymentProvider;
  /** The provider's id of the agreement or, until its payer has agreed, of what they are asked to agree to. */
  providerId: string | null;
  status: SubscriptionState;
  createdAt: Date;
  endRequestedAt: Date | null;
  endedAt: Date | null;
  paymentAwaitedSince: Date | null;
};

/** What a person pays for every month, and how. */
export type Agreement = {
  tier: PaidTier;
  method: PaymentProvider;
  /** The last payment failed; the provider may try again. */
  failing: boolean;
};

/** How a subscription stands after looking at it. */
export type SubscriptionSettlement =
  | { state: "unknown" }
  | {
      /** `processing`: agreed to, and the first payment is on its way. */
      state: "open" | "processing" | "active" | "ended" | "failed";
      subscription: Subscription;
      /** Until when the tier of its owner runs; null while it gave them none, or without end. */
      expiry: Date | null;
    };

/** What the page shows that the provider leads back to. */
export type SubscriptionOutcome =
  /** No such subscription, or not the asker's. */
  | { state: "unknown" }
  /** The provider cannot be asked now; nothing is lost. */
  | { state: "unavailable" }
  | {
      /** `open`: not approved yet, and can still be. */
      state: "active" | "processing" | "open" | "failed";
      tier: PaidTier;
      /** ISO 8601 UTC. */
      expiry: string | null;
    };
