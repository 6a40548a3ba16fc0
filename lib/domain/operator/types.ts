import type { MailChannel, MailKind, MailState, MailStream } from "@/lib/ground/mail-kinds";
import type {
  AuditedAction,
  AuditSubject,
  PaymentProvider,
  PaymentState,
  RefundReason,
  SubscriptionState,
  Tier,
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
  source: "payment" | "ledger" | "boosts" | "provider" | "notification" | "operator";
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
  personId: string;
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
