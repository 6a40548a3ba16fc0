import type { PayeeAccount } from "@/lib/domain/payouts/types";
import type {
  AuditSubject,
  HoldCause,
  PayeeState,
  PaymentProvider,
  PaymentState,
  RefundReason,
} from "@/lib/ground/vocabulary";

/**
 * Who acts, as the audit names them: a person with the role, whose id it has; or, at the command line, a person
 * with access to the server. `approval` is what a second operator said yes to and this finishes.
 */
export type Operator = { name: string; id?: string; approval?: string };

/** A person with the role `operator`; `name` is their username. */
export type OperatorPerson = Operator & { id: string };

/** Why an operator is refused, as the office says it in the reader's language: `errors.REFUSED` of the catalogue. */
export type RefusalKind =
  | "unknown"
  | "own"
  | "own_decision"
  | "lift_first"
  | "own_ask"
  | "decided"
  | "answered"
  | "no_appeal"
  | "asker_gone"
  | "in_force"
  | "not_in_force"
  | "passed"
  | "held"
  | "other";

/** What an operator ordered was refused. The message says why at the command line, the kind in the office. */
export class Refusal extends Error {
  override name = "Refusal";

  constructor(
    message: string,
    readonly kind: RefusalKind = "other",
  ) {
    super(message);
  }
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
  /** Null for a guest. */
  payerId: string | null;
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
  /** Null also where it was refused before this was stored. */
  refundRefusedAt: Date | null;
  createdAt: Date;
  settledAt: Date | null;
  /** When the request was credited, the boosts were granted, or the month was granted. */
  creditedAt: Date | null;
  refundedAt: Date | null;
};

/** The causes of a hold that an operator can give. The others are placed and lifted by rules. */
export const OPERATOR_HOLD_CAUSES = ["operator", "report", "risk"] as const satisfies readonly HoldCause[];

/** What a hold keeps from being paid out: all of a person's money, a request's, or one donation. */
export type HoldTarget = Extract<AuditSubject, "person" | "request" | "donation">;

/** Where a person is paid, with its state. What the provider asks for in detail is at the provider only. */
export type PayeeRecord = PayeeAccount & { state: PayeeState };
