import type { PayableRow } from "@/lib/domain/payments/types";
import type { BoostType, Locale } from "@/lib/ground/vocabulary";

/** A purchase of boosts as the domain handles it. Cents. */
export type BoostPurchase = PayableRow & {
  userId: string;
  boostType: BoostType;
  quantity: number;
  totalAmount: number;
  description: string;
  locale: Locale;
  returnPath: string;
  grantedAt: Date | null;
};

/** What the page shows that the provider leads back to. Cents. */
export type PurchaseOutcome =
  /** No such purchase, or not the caller's. */
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
