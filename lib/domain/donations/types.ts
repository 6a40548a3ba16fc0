import type { PayableRow } from "@/lib/domain/payments/types";
import type { Breakdown } from "@/lib/ground/money";

/** A donation as the domain handles it. Cents. */
export type Donation = PayableRow & {
  requestId: string;
  donorId: string;
  recipientId: string;
  amount: number;
  serviceFee: number;
};

/** What the return page shows (D35). Cents. */
export type PaymentOutcome =
  /** No such payment, or not the caller's. */
  | { state: "unknown" }
  /** The provider cannot be asked now; nothing is lost. */
  | { state: "unavailable" }
  | {
      state: "succeeded" | "processing" | "failed" | "refunded";
      /** Where the payer can choose another way to pay; null when nowhere. */
      approvalUrl: string | null;
      breakdown: Breakdown;
      requestId: string;
      /** Null, like the names, once the recipient's account was erased. */
      item: string | null;
      recipientName: string | null;
      recipientUsername: string | null;
      /** The requester's profile is anonymous: they are named to signed-in people only (D38). */
      recipientAnonymous: boolean;
    };
