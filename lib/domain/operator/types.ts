import type { StandingCode, StandingWaits } from "@/lib/domain/holds/standing-rules";
import type { HoldWaits } from "@/lib/domain/payouts/hold-waits";

import type { PayeeAccount } from "@/lib/domain/payouts/types";
import type { MailChannel, MailKind, MailState, MailStream } from "@/lib/ground/mail-kinds";
import type {
  AuditedAction,
  AuditSubject,
  HoldCause,
  PaidBy,
  PayeeState,
  PaymentProvider,
  PaymentState,
  PayoutState,
  RefundReason,
  SubscriptionState,
  Tier,
  TransferReturnCause,
  TransferState,
} from "@/lib/ground/vocabulary";

/** The operator at the command line, as the audit names them. */
export type Operator = { name: string };

/** An operator's command was refused; the message says why. */
export class Refusal extends Error {
  override name = "Refusal";
}

/** What an operator did. It names people by id only. */
export type AuditEntry = {
  id: number;
  at: Date;
  operator: string;
  action: AuditedAction;
  subject: AuditSubject;
  subjectId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string | null;
};

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

/** What an operator's decision about a request means for what it raised, as its owner is told. */
export const MONEY_DECISIONS = ["none", "stays", "held", "returned"] as const;
export type MoneyDecision = (typeof MONEY_DECISIONS)[number];

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

/** An account and what belongs to it. Cents. */
export type PersonRecord = {
  id: string;
  username: string;
  name: string;
  email: string;
  signsInWith: ("password" | "google")[];
  language: string;
  subscriptionTier: Tier;
  subscriptionExpiry: Date | null;
  subscriptionCancelled: boolean;
  normalBoosts: number;
  premiumBoosts: number;
  totalGiven: number;
  /** The part that was not anonymous (D36). */
  publicGiven: number;
  totalReceived: number;
  anonymousProfile: boolean;
  hideGivenAmount: boolean;
  hideReceivedAmount: boolean;
  paymentMethod: string | null;
  paypalEmail: string | null;
  hasCard: boolean;
  /** Until when nothing is moved because the password was reset. */
  payoutsHeldUntil: Date | null;
  createdAt: Date;
  /** When the account was erased; then nothing here identifies the person. */
  erasedAt: Date | null;
};

export type OwnedRequest = {
  id: string;
  item: string;
  goal: number;
  raised: number;
  isActive: boolean;
  status: "completed" | "active" | "inactive" | "deleted";
  createdAt: Date;
};

/** A subscription's agreement at its provider. Cents per month. */
export type AgreementRecord = {
  id: string;
  personId: string;
  tier: Tier;
  amount: number;
  currency: string;
  paymentMethod: PaymentProvider;
  providerId: string | null;
  state: SubscriptionState;
  createdAt: Date;
  endRequestedAt: Date | null;
  endedAt: Date | null;
};

/** A message in the outbox, its person by id only. */
export type MessageRecord = {
  id: string;
  channel: MailChannel;
  stream: MailStream;
  kind: MailKind;
  /** What it is about: the id of a row, or a day. */
  cause: string;
  /** Null: it goes to the operator. */
  personId: string | null;
  state: MailState;
  attempts: number;
  /** Why the last attempt failed, or why it was not sent. */
  reason: string | null;
  createdAt: Date;
  dueAt: Date;
  finishedAt: Date | null;
};

/** How many messages of a kind wait, and how many of them were refused before. */
export type WaitingMessages = Pick<MessageRecord, "stream" | "kind" | "channel"> & {
  messages: number;
  retried: number;
  /** When the first of them was written. */
  oldest: Date | null;
};

/** The causes of a hold that an operator can give. The others are placed and lifted by rules. */
export const OPERATOR_HOLD_CAUSES = ["operator", "report", "risk"] as const satisfies readonly HoldCause[];
export type OperatorHoldCause = (typeof OPERATOR_HOLD_CAUSES)[number];

/** What a hold holds: all of a person's money, a request's, or one donation. */
export type HoldTarget = Extract<AuditSubject, "person" | "request" | "donation">;

/** A hold. Cents. */
export type HoldRecord = {
  id: string;
  cause: HoldCause;
  subject: HoldTarget;
  subjectId: string;
  /** Whose money it holds. */
  personId: string;
  /** Why, in words. */
  decision: string | null;
  placedAt: Date;
  /** The operator's name; null when a rule placed it. */
  placedBy: string | null;
  endsAt: Date | null;
  liftedAt: Date | null;
  liftedBy: string | null;
  /** The account that it holds alone, and the payout to it that failed. */
  accountId: string | null;
  payoutId: string | null;
  waitsFor: HoldWaits;
  /** What it keeps from being moved or paid out: owed, and in their account at the provider. */
  held: number;
};

/** Where a person is paid, with its state. What the provider asks for in detail is at the provider only. */
export type PayeeRecord = PayeeAccount & { state: PayeeState };

/** A transfer, a return of one, or a payout: one call to the provider with its row. Cents. */
export type StepRecord = {
  kind: Extract<AuditSubject, "transfer" | "transfer_return" | "payout">;
  id: string;
  personId: string;
  provider: PaymentProvider;
  /** The provider's id of the person's account. */
  account: string;
  /** The donation that is moved or taken back; null of a payout. */
  donationId: string | null;
  /** The transfer that it makes or takes back; our id of a payout. */
  transferId: string;
  amount: number;
  state: string;
  /** The provider's id; null while that is not known. */
  providerId: string | null;
  tries: number;
  /** The provider's code of why the last try was refused, or why it failed. */
  problem: string | null;
  createdAt: Date;
  /** When it is tried or asked for next; null when nothing can change any more. */
  checkAt: Date | null;
};

/** The facts that say where a donation's money is. Cents. */
export type PayoutFacts = {
  paymentStatus: PaymentState;
  refundReason: RefundReason | null;
  settledAt: Date;
  paidBy: PaidBy | null;
  /** The transfer that is planned or made. */
  transferState: TransferState | null;
  transferProblem: string | null;
  /** Its payout that has not failed. */
  payoutState: PayoutState | null;
  /** The causes of the holds that run. */
  holds: HoldCause[];
};

/** A donation as its recipient's money. Cents. */
export type DonationRecord = PayoutFacts & {
  id: string;
  requestId: string;
  donorId: string;
  /** The donor is not named to others. */
  anonymous: boolean;
  amount: number;
  /** What of `amount` went back in partial refunds. */
  returnedAmount: number;
  provider: PaymentProvider;
  transferId: string | null;
  payoutId: string | null;
};

/** What a person's entries in the ledger add up to (payouts.md, Ledger). Cents. */
export type MoneySums = {
  /** Not moved yet: recipient + held. */
  owed: number;
  /** In their accounts at the providers. */
  atProvider: number;
  /** Sent to their bank. */
  paidOut: number;
  /** Came back to donors after it was sent, and was not recovered: our loss. */
  lost: number;
};

/** Somebody who is owed money and cannot be paid. Cents. */
export type UnreadyPayee = {
  standing: StandingCode;
  waitsFor: StandingWaits;
  waitsUntil: Date | null;
  /** The provider's code. */
  problem: string | null;
  personId: string;
  owed: number;
  /** When their first donation that is owed settled. */
  since: Date;
};

/** A loss that is not recovered in full. Cents. */
export type LossRecord = {
  id: string;
  personId: string;
  donationId: string;
  cause: TransferReturnCause;
  amount: number;
  recovered: number;
  at: Date;
};

/** Money that is not on its way to a bank, of donations that settled `from` to `to` whole days ago. Cents. */
export type MoneyOfAge = {
  from: number;
  to: number | null;
  donations: number;
  people: number;
  owed: number;
  /** Of what is owed: to people who cannot be paid. */
  notReady: number;
  held: number;
  /** In their accounts at the provider. */
  moved: number;
};

/** A bank account that several people are paid into. */
export type SharedBankAccount = {
  bankLast4: string | null;
  accounts: { accountId: string; personId: string; state: PayeeState }[];
};

/**
 * What the service fee brought of donations that were paid in one way. Cents, without the provider's own fees, except
 * those of disputes, which are losses.
 */
export type MethodMargin = {
  paidBy: PaidBy;
  donations: number;
  given: number;
  fees: number;
  /** Donations that went back in full, or are to. */
  wentBack: number;
  disputes: number;
  losses: number;
};
