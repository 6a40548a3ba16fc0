import type { PayeeAccount } from "@/lib/domain/payouts/types";
import type {
  AuditSubject,
  HoldCause,
  PayeeState,
  PaymentProvider,
  PaymentState,
  RefundReason,
} from "@/lib/ground/vocabulary";

/** The operator at the command line, as the audit names them. */
export type Operator = { name: string };

/** A person with the role `operator`; `name` is their username. */
export type OperatorPerson = Operator & { id: string };

/** An operator's command was refused; the message says why. */
export class Refusal extends Error {
  override name = "Refusal";
}

/** An event in the history of a payment. Cents. */
export type TimelineEntry = {
  at: Date;
  source: "payment" | "ledger" | "boosts" | "payout" | "hold" | "provider" | "notification" | "operator";
  what: string;
  amount: number | null;
  /** Whose money moved, or who was notified. */
  personId: string | null;
  note: string | null;
};

export type PaymentKind = Extract<AuditSubject, "donation" | "boost_purchase" | "subscription_payment">;

/** A payment in the books, people by id only. Cents. */
export type PaymentRecord = {
  kind: PaymentKind;
  id: string;
  receiptNumber: string;
  payerId: string;
  recipientId: string | null;
  requestId: string | null;
  /** A few words. */
  paysFor: string;
  amount: number;
  serviceFee: number;
  currency: string;
  provider: PaymentProvider;
  /** The payment's id at the provider; null while that is not known. */
  providerId: string | null;
  state: PaymentState;
  refundReason: RefundReason | null;
  /** The provider's code for a refund that it will never make. */
  refundRefusal: string | null;
  createdAt: Date;
  settledAt: Date | null;
  /** When the request was credited, the boosts were granted, or the month was granted. */
  creditedAt: Date | null;
  refundedAt: Date | null;
};

/** The causes of a hold that an operator can give. The others are placed and lifted by rules. */
export const OPERATOR_HOLD_CAUSES = ["operator", "report", "risk"] as const satisfies readonly HoldCause[];
export type OperatorHoldCause = (typeof OPERATOR_HOLD_CAUSES)[number];

/** What a hold holds: all of a person's money, a request's, or one donation. */
export type HoldTarget = Extract<AuditSubject, "person" | "request" | "donation">;

/** Where a person is paid, with its state. What the provider asks for in detail is at the provider only. */
export type PayeeRecord = PayeeAccount & { state: PayeeState };

/** A bank account that several people are paid into. */
export type SharedBankAccount = {
  bankLast4: string | null;
  accounts: { accountId: string; personId: string; state: PayeeState }[];
};
