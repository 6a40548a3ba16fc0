import type {
  CapabilityState,
  PayeeWaits,
  PaymentProvider,
  PayoutCause,
  PayoutState,
} from "@/lib/ground/vocabulary";
import type { Listed, Span } from "./gateway";

/**
 * What the domain needs of a provider that pays people out (payouts.md). Amounts in cents. Every call that acts has an
 * idempotency key made from its row; a call that acted without answering is found by the row's id. With the key of a
 * refused call, a provider may refuse again for a day, also once the reason is gone.
 */
export interface PayoutProvider {
  readonly provider: PaymentProvider;
  /**
   * Opens an account for a payee. The same key returns the same account. Where the address is the account (PayPal),
   * nothing is opened: the id is `<accountId>:<email>`, it can be paid at once, and another address is another account.
   * @throws ProviderUnavailable, PayoutRefused
   */
  createAccount(account: NewPayeeAccount): Promise<{ id: string }>;
  /** The account as the provider knows it now; null if it does not know it. @throws ProviderUnavailable */
  findAccount(id: string): Promise<ProviderPayee | null>;
  /** Closes an account without money. Does nothing if it is closed. @throws ProviderUnavailable, PayoutRefused */
  closeAccount(id: string): Promise<void>;
  /**
   * A single-use page of the provider where the owner answers what is asked. Refused where nothing is ever asked.
   * @throws ProviderUnavailable, PayoutRefused
   */
  onboardingPage(id: string, page: OnboardingPage): Promise<string>;
  /** Moves a donation to an account. The same key moves it once. @throws ProviderUnavailable, PayoutRefused */
  createTransfer(transfer: NewTransfer): Promise<{ id: string }>;
  /** Every transfer of a donation that was made, also by a call without an answer. @throws ProviderUnavailable */
  findTransfers(donationId: string): Promise<ProviderTransfer[]>;
  /**
   * Takes money of a transfer back. `short`: the account does not have it.
   * @throws ProviderUnavailable, PayoutRefused
   */
  reverseTransfer(reversal: NewReversal): Promise<{ outcome: "done"; id: string } | { outcome: "short" }>;
  /** Every reversal of a transfer that was made, also by a call without an answer. @throws ProviderUnavailable */
  findReversals(providerTransferId: string): Promise<ProviderReversal[]>;
  /**
   * Pays an account's owner: from the account to their bank, or from the platform to their address. The same key pays
   * once. Where payouts cannot be listed, `CallNotRead` is a call that was made once and surely paid nothing.
   * @throws ProviderUnavailable, PayoutRefused
   */
  createPayout(payout: NewPayout): Promise<ProviderPayout>;
  /** A payout by the provider's id; null if it does not know it. @throws ProviderUnavailable */
  findPayout(account: string, providerId: string): Promise<ProviderPayout | null>;
  /**
   * The payouts of an account since a time, also of calls without an answer. Null where the provider cannot list them
   * (PayPal): then only the same call again shows what became of one, and pays if there was none.
   * @throws ProviderUnavailable
   */
  listPayouts(account: string, since: Date): Promise<ListedPayout[] | null>;
  /** A page of the transfers of a span, newest first; absent where nothing is moved. @throws ProviderUnavailable */
  listTransfers?(span: Span, after: string | null): Promise<Listed<ProviderTransfer>>;
  /** The money of an account, or of the platform. @throws ProviderUnavailable */
  balance(account: string | null): Promise<ProviderBalance>;
  /**
   * Whether the platform's own payouts happen only by hand; null if the provider does not say.
   * @throws ProviderUnavailable
   */
  isPlatformManual(): Promise<boolean | null>;
  /**
   * Verifies and reads a webhook event about payees; absent if the wallet's events report them.
   * @throws BadSignature
   */
  readEvent?(source: PayoutEventSource, body: string, signature: string | null, at: Date): PayoutEvent;
}

export type NewPayeeAccount = {
  /** Our row of the account, which the provider returns with it. */
  accountId: string;
  /** Where the provider writes to the owner; the address that is paid, if that is the account. */
  email: string;
  /** ISO 3166-1, two capitals. */
  country: string;
  currency: string;
  idempotencyKey: string;
};

/** Where the provider's page leads back to. `refreshUrl`: when the page expired or was used. */
export type OnboardingPage = { returnUrl: string; refreshUrl: string };

/** An account of a payee as the provider answers it now. */
export type ProviderPayee = {
  id: string;
  country: string | null;
  transfers: CapabilityState | null;
  payouts: CapabilityState | null;
  /** Who has to act before the account works, or to keep it working. */
  waitsFor: PayeeWaits;
  waitsUntil: Date | null;
  /** The provider's code of what is wrong. */
  problem: string | null;
  bankLast4: string | null;
  /**
   * The provider's id of the bank account: another one for the same number that was entered again. Null where the
   * account itself is what is paid (PayPal).
   */
  bankId: string | null;
  /** The provider's fingerprint of the bank account; stored only as a keyed hash. */
  bankFingerprint: string | null;
  closed: boolean;
};

export type NewTransfer = {
  /** Our row. */
  transferId: string;
  donationId: string;
  account: string;
  amount: number;
  currency: string;
  /** The charge that it is tied to; null where the donation was paid at another provider. */
  chargeId: string | null;
  idempotencyKey: string;
};

/** Our ids are null on what somebody made by hand. `returned` in cents. */
export type ProviderTransfer = {
  id: string;
  transferId: string | null;
  donationId: string | null;
  account: string;
  chargeId: string | null;
  amount: number;
  returned: number;
  reversals: ProviderReversal[];
  createdAt: Date;
};

export type ProviderReversal = {
  id: string;
  transferReturnId: string | null;
  amount: number;
  createdAt: Date;
  /** It made up for a loss (payouts.md, Ledger). */
  isRecovery: boolean;
};

export type NewReversal = {
  /** Our row. */
  transferReturnId: string;
  providerTransferId: string;
  amount: number;
  isRecovery: boolean;
  idempotencyKey: string;
};

export type NewPayout = {
  /** Our row. */
  payoutId: string;
  cause: PayoutCause;
  /** What it pays, so that the books can be made from what the provider has. */
  donationIds: readonly string[];
  /** When our row was written: no provider remembers our ids for ever, and an old call must not be repeated. */
  createdAt: Date;
  account: string;
  amount: number;
  currency: string;
  idempotencyKey: string;
};

export type ProviderPayout = {
  id: string;
  /** Our row, as it was sent with it; null on what somebody made by hand. */
  payoutId: string | null;
  state: Exclude<PayoutState, "created">;
  amount: number;
  /** ISO 8601 day. */
  arrivesOn: string | null;
  /** What the bank finds it by; absent or null while the provider does not say. */
  traceId?: string | null;
  failureCode: string | null;
  /** The provider's id of the bank account that it went to; null where the account itself was paid (PayPal). */
  destination: string | null;
};

/** A payout as a list has it. What it pays is null on what somebody made by hand, and on what older versions made. */
export type ListedPayout = ProviderPayout & {
  cause: PayoutCause | null;
  donationIds: string[] | null;
  createdAt: Date;
};

/** Cents of the platform's currency. */
export type ProviderBalance = { available: number; pending: number };

/** Where events about payees come from; each source has a secret of its own (payouts.md). */
export type PayoutEventSource = "stripe_connect" | "stripe_accounts";

/** A webhook event about payees and their payouts. It only says what to ask the provider about. */
export type PayoutEvent = {
  id: string;
  type: string;
  /** The provider's id of the account. */
  account: string | null;
  /** The provider's id of the payout. */
  payout: string | null;
};

/** The provider refuses a call for good, with its own code: `balance_insufficient`, `account_closed`. */
export class PayoutRefused extends Error {
  override name = "PayoutRefused";

  constructor(
    readonly code: string,
    message = code,
  ) {
    super(message);
  }
}
