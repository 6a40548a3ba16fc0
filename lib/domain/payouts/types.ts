import type { payeeAccounts } from "@/db/schema";
import type { PaymentContext } from "@/lib/domain/payments/types";
import type { PaymentProvider, PayoutState } from "@/lib/ground/vocabulary";
import type { PayoutProvider } from "@/lib/providers/payout-provider";

/** The providers that pay people out, by their name; null where this deployment cannot pay by one. */
export type PayoutProviders = Record<PaymentProvider, PayoutProvider | null>;

/** The database, the gateways and the providers of payouts. */
export type PayoutContext = PaymentContext & { payoutProviders: PayoutProviders };

/** A person's account at a provider, as it was last asked for. */
export type PayeeAccount = Omit<
  typeof payeeAccounts.$inferSelect,
  "bankId" | "bankHash" | "bankChangedAt" | "checkAt"
>;

/** An account that was opened at its provider. */
export type OpenedAccount = PayeeAccount & { providerAccountId: string };

/** Where a donation is (payouts.md, States). */
export type DonationState = "waiting" | "free" | "moved" | "paid_out" | "frozen" | "returned";

/** A donation as its recipient sees it now: the donor is named by the common rule (D36). */
export type DescribedDonation = {
  id: string;
  settledAt: Date;
  /** The request; null once it was deleted. */
  request: { id: string; title: string } | null;
  /** Null for an anonymous donor and for an erased account. */
  donorName: string | null;
  /** What a guest who is not anonymous called themselves. */
  guestName: string | null;
  donorErased: boolean;
};

/** Why a payout failed, as its owner reads it. */
export type PayoutFailure = "closed" | "number" | "name" | "other";

/**
 * What is to be done about a failed payout: its owner gives another account, or the same one again or says that it is
 * right, or the operator has to act.
 */
export type PayoutRemedy = "another_account" | "same_account" | "operator";

/** A payout as its owner sees it. Amounts in cents. */
export type ListedPayout = {
  id: string;
  amount: number;
  state: PayoutState;
  provider: PaymentProvider;
  createdAt: Date;
  /** The calendar day on which the bank should have it. */
  arrivesOn: string | null;
  /** What the bank finds it by. */
  traceId: string | null;
  paidAt: Date | null;
  /** Why it did not arrive; null unless it failed. */
  failure: PayoutFailure | null;
  /** What its owner or the operator has to do about that now; null when nothing is to be done any more. */
  remedy: PayoutRemedy | null;
  donations: (DescribedDonation & { amount: number })[];
  /** How many more donations it has. */
  more: number;
};
