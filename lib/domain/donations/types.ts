import type { Db } from "@/db/client";
import type { Breakdown } from "@/lib/ground/money";
import type { PaymentProvider, PaymentState, RefundReason } from "@/lib/ground/vocabulary";
import type { CardProvider, WalletProvider } from "@/lib/providers/payment";

/** What money in motion needs: the books and the providers. */
export type PaymentContext = { db: Db; card: CardProvider; wallet: WalletProvider };

/** A donation as the domain handles it. Cents. */
export type Donation = {
  id: string;
  requestId: string;
  donorId: string;
  recipientId: string;
  amount: number;
  serviceFee: number;
  currency: string;
  paymentStatus: PaymentState;
  paymentMethod: PaymentProvider;
  stripePaymentIntentId: string | null;
  paypalOrderId: string | null;
  createdAt: Date;
  settledAt: Date | null;
  creditedAt: Date | null;
  refundReason: RefundReason | null;
  /** The provider's code where it will never give the refund. */
  refundRefusal: string | null;
  /** When a capture was refused and the payer could approve again. */
  captureRefusedAt: Date | null;
};

/** What is known beside the payment when it is looked at. */
export type Occasion = {
  /** Ask about disputes too: one may have taken back what is settled. */
  disputes?: boolean | undefined;
  /** When the payer approved the order, as an event or their way back from the provider tells. */
  approvedAt?: Date | null | undefined;
};

/** How a payment stands after looking at it: what the payer, an event's log and reconciliation need to know. */
export type Settlement =
  | { state: "unknown" }
  | {
      state: "open" | "processing" | "credited" | "refund_due" | "refunded" | "failed";
      donation: Donation;
      /** Where the payer can approve again what was refused; null when nowhere. */
      approvalUrl: string | null;
    };

/** What the return page shows (D35). Cents. */
export type PaymentOutcome =
  /** No such payment, or not the asker's. */
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
      /** Who asked keeps their profile anonymous: named to signed-in people only (D38). */
      recipientAnonymous: boolean;
    };
