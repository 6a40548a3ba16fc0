import type * as schema from "@/db/schema";

/**
 * What becomes of something that gives access, or receives money or messages. `cleared`: it is gone. `recent`: what
 * was added since seven days before the change of the address is gone (D52). `ended`: it works no more, and its row
 * stays. `returned`: it is undone, or comes back. `proven`: it is what the link proved. `stays`.
 */
type Fate = "cleared" | "recent" | "ended" | "returned" | "proven" | "replaced" | "stays";

/** Something that gives access, or receives money or messages. */
export type Way = {
  lets: "in" | "money out" | "messages out";
  /**
   * A take-over: the first reset of an account that is not trusted yet, the undo of an account that was not trusted
   * with that address, an address taken by Google, and an operator's decision (D51).
   */
  takeOver: Fate;
  /** The undo of a changed address of an account that was trusted with it. */
  undo: Fate;
  /** A reset of a trusted account. No money moves for seven days. */
  reset: Fate;
};

const way = (lets: Way["lets"], takeOver: Fate, undo: Fate, reset: Fate): Way => ({
  lets,
  takeOver,
  undo,
  reset,
});

/** The names of the tables in the schema. */
type Table = {
  [K in keyof typeof schema]: (typeof schema)[K] extends { $inferSelect: object } ? K : never;
}[keyof typeof schema];

/**
 * Every table: what in it gives access, or receives money or messages; null where nothing does. A new table does not
 * compile without its line. `docs/trust.md` has the same table for readers.
 */
export const TABLES: Record<Table, Way | null> = {
  sessions: way("in", "cleared", "cleared", "cleared"),
  passkeys: way("in", "cleared", "recent", "stays"),
  secondFactors: way("in", "cleared", "recent", "stays"),
  recoveryCodes: way("in", "cleared", "recent", "stays"),
  /** The cookie of a known browser ends with the password; here are the device families that are not reported. */
  knownDevices: way("in", "cleared", "recent", "stays"),
  /** What next-auth stores of a Google sign-in. Bound when an account is created, never later. */
  accounts: way("in", "cleared", "stays", "stays"),
  /**
   * Where the address is lost, a link to another one stays. So does the undo of an earlier change: somebody who changed
   * the address must not end its owner's way back.
   */
  accountLinks: way("in", "ended", "ended", "ended"),
  /** A message whose link has ended is not sent; any other goes to the address that the account has by then. */
  mails: way("messages out", "ended", "ended", "ended"),
  /** Each ends with its session. */
  pushSubscriptions: way("messages out", "cleared", "cleared", "cleared"),
  payeeAccounts: way("money out", "ended", "recent", "stays"),
  /** Planned ones are cancelled; what was sent and is in no payout comes back, as a correction. */
  transfers: way("money out", "returned", "recent", "stays"),
  /** What was not sent yet is withdrawn. What left for the bank cannot be stopped. */
  payouts: way("money out", "returned", "recent", "stays"),

  users: null,
  auditEntries: null,
  boostEntries: null,
  boostPurchases: null,
  cardAttempts: null,
  donationNotes: null,
  donationReturns: null,
  donations: null,
  donationHistogram: null,
  donationHistogramChanges: null,
  donationTotals: null,
  appeals: null,
  approvals: null,
  /** Whom somebody does not want to meet: a preference. */
  blocks: null,
  decisions: null,
  /** It takes money in, and sends none out. */
  giftLinks: null,
  guests: null,
  heldUsernames: null,
  holds: null,
  /** Answers for the caller's own retry, in a session of theirs. */
  idempotencyKeys: null,
  ledgerEntries: null,
  liveStats: null,
  /** Keyed hashes that only say which accounts share a browser: they let nobody in. */
  knownBrowsers: null,
  reports: null,
  requestFlags: null,
  bookBlocks: null,
  bookLeaves: null,
  bookMonths: null,
  bookNights: null,
  openRequests: null,
  places: null,
  requestWords: null,
  searchWords: null,
  follows: null,
  giftMeters: null,
  savedRequests: null,
  requestTexts: null,
  dueChecks: null,
  deliveries: null,
  posts: null,
  stops: null,
  /** What a person wants to be notified about: a preference. Account messages cannot be switched off. */
  messageChoices: null,
  nightlyChecks: null,
  refusedEvents: null,
  writeProbes: null,
  notifications: null,
  payoutDonations: null,
  photos: null,
  providerEvents: null,
  rateLimits: null,
  requests: null,
  serverKeys: null,
  subscriptionPayments: null,
  /** Paid by a card or wallet at the provider: money comes in. */
  subscriptions: null,
  transferReturns: null,
};

/** Every column of a person's row, likewise. */
export const USER_COLUMNS: Record<keyof typeof schema.users.$inferSelect, Way | null> = {
  email: way("in", "proven", "returned", "stays"),
  /** Where Google takes the address it stays: no address is left to which a link could go. */
  password: way("in", "replaced", "cleared", "replaced"),
  googleId: way("in", "cleared", "stays", "stays"),
  paymentMethod: way("money out", "cleared", "recent", "stays"),
  paypalEmail: way("money out", "cleared", "recent", "stays"),
  visaCardToken: way("money out", "cleared", "recent", "stays"),
  bankAccountVerified: way("money out", "cleared", "recent", "stays"),
  stripeAccountId: way("money out", "cleared", "recent", "stays"),

  id: null,
  emailVerified: null,
  emailBouncedAt: null,
  newsSilencedAt: null,
  payoutsHeldUntil: null,
  payoutChangedAt: null,
  trustedAt: null,
  accessRound: null,
  contestedBy: null,
  donationsPausedAt: null,
  firstName: null,
  lastName: null,
  profileImageUrl: null,
  /** It names the account at a login; it gives no access by itself. */
  username: null,
  name: null,
  avatar: null,
  avatarHash: null,
  totalGiven: null,
  totalReceived: null,
  monthlyStart: null,
  monthlyGiven: null,
  weeklyStart: null,
  weeklyGiven: null,
  dailyStart: null,
  dailyGiven: null,
  publicGiven: null,
  monthlyPublic: null,
  weeklyPublic: null,
  dailyPublic: null,
  anonymousProfile: null,
  hideGivenAmount: null,
  hideReceivedAmount: null,
  subscriptionTier: null,
  subscriptionExpiry: null,
  subscriptionPaidUntil: null,
  subscriptionCancelled: null,
  normalBoosts: null,
  premiumBoosts: null,
  preferredLanguage: null,
  lastUsernameChange: null,
  createdAt: null,
  updatedAt: null,
  isDemo: null,
  /** Given and taken at the command line; the office asks a passkey besides, which a take-over clears. */
  operatorSince: null,
  suspendedAt: null,
  hiddenAt: null,
  erasedAt: null,
};
