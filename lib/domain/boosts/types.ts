import type { PayableRow } from "@/lib/domain/payments/types";
import type { BoostType, Locale } from "@/lib/ground/vocabulary";

/** A purchase of boosts. Cents. */
export type BoostPurchase = PayableRow & {
  userId: string;
  boostType: BoostType;
  quantity: number;
  totalAmount: number;
  description: string;
  locale: Locale;
  returnPath: string;
  grantedAt: Date | null;
  withdrawnAt: Date | null;
  /** What goes back of a purchase that was withdrawn, in all. */
  withdrawnAmount: number | null;
  /** What went back while the rest stays paid. */
  returnedAmount: number;
  receiptNumber: string;
};

/** What the page after a purchase shows. Cents. */
export type PurchaseOutcome =
  /** No such purchase, or not the caller's. */
  | { state: "unknown" }
  /** The provider is unreachable now; the purchase can be settled later. */
  | { state: "unavailable" }
  | {
      /** `open`: not approved or paid yet, and can still be. */
      state: "completed" | "processing" | "open" | "failed" | "refunded";
      boostType: BoostType;
      quantity: number;
      totalAmount: number;
      /** Where the buyer can choose another way to pay; null if they cannot. */
      approvalUrl: string | null;
    };
