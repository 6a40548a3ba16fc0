import type { Db } from "@/db/client";
import type { Breakdown } from "@/lib/money";
import type { CardProvider, WalletProvider } from "@/lib/providers/payment";
import type { PaymentProvider, PaymentState, RefundReason } from "@/lib/vocabulary";

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
};

/** How a payment stands after looking at it: what the payer, an event's log and reconciliation need to know. */
export type Settlement =
  | { state: "unknown" }
  | { state: "open" | "processing" | "credited" | "refund_due" | "refunded" | "failed"; donation: Donation };

/** What the return page shows (D35). Cents. */
export type PaymentOutcome =
  /** No such payment, or not the asker's. */
  | { state: "unknown" }
  /** The provider cannot be asked now; nothing is lost. */
  | { state: "unavailable" }
  | {
      state: "succeeded" | "processing" | "failed" | "refunded";
      breakdown: Breakdown;
      requestId: string;
      /** Null, like the names, once the recipient's account was erased. */
      item: string | null;
      recipientName: string | null;
      recipientUsername: string | null;
    };
