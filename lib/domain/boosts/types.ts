import type { BoostType, Locale, PaymentProvider, PaymentState, RefundReason } from "@/lib/ground/vocabulary";

/** A purchase of boosts as the domain handles it. Cents. */
export type BoostPurchase = {
  id: string;
  userId: string;
  boostType: BoostType;
  quantity: number;
  totalAmount: number;
  currency: string;
  paymentMethod: PaymentProvider;
  paymentStatus: PaymentState;
  description: string;
  locale: Locale;
  returnPath: string;
  stripeCheckoutId: string | null;
  stripePaymentIntentId: string | null;
  paypalOrderId: string | null;
  createdAt: Date;
  settledAt: Date | null;
  grantedAt: Date | null;
  refundReason: RefundReason | null;
  /** The provider's code where it will never give the refund. */
  refundRefusal: string | null;
  /** When a capture was refused and the payer could approve again. */
  captureRefusedAt: Date | null;
};

/** How a purchase stands after looking at its payment. */
export type PurchaseSettlement =
  | { state: "unknown" }
  | {
      state: "open" | "processing" | "granted" | "refund_due" | "refunded" | "failed";
      purchase: BoostPurchase;
      /** Where the buyer can approve again what was refused; null when nowhere. */
      approvalUrl: string | null;
    };

/** What the page shows that the provider leads back to. Cents. */
export type PurchaseOutcome =
  /** No such purchase, or not the asker's. */
  | { state: "unknown" }
  /** The provider cannot be asked now; nothing is lost. */
  | { state: "unavailable" }
  | {
      /** `open`: not approved or paid yet, and can still be. */
      state: "completed" | "processing" | "open" | "failed" | "refunded";
      boostType: BoostType;
      quantity: number;
      totalAmount: number;
      /** Where the buyer can choose another way to pay; null when nowhere. */
      approvalUrl: string | null;
    };
