import { eq, getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import {
  accountLinks,
  accounts,
  appeals,
  blocks,
  boostEntries,
  boostPurchases,
  decisions,
  deliveries,
  donationNotes,
  donations,
  donationTotals,
  follows,
  holds,
  knownDevices,
  ledgerEntries,
  mails,
  messageChoices,
  notifications,
  passkeys,
  payeeAccounts,
  payoutDonations,
  payouts,
  photos,
  posts,
  pushSubscriptions,
  recoveryCodes,
  reports,
  requests,
  savedRequests,
  secondFactors,
  sessions,
  subscriptionPayments,
  subscriptions,
  transferReturns,
  transfers,
  users,
} from "@/db/schema";

type ColumnsOf<T extends PgTable> = T["_"]["columns"];

/** A table of which a person's rows are exported, with every column that is not in `omit`. */
export type ExportedTable = {
  table: PgTable;
  /** The columns that are left out, each with the reason. A column that refers to a person always is. */
  omit: Readonly<Record<string, string>>;
  columns: Record<string, PgColumn | SQL>;
  rowsOf: (userId: string) => SQL;
  /** By what the rows are sorted. */
  by: readonly PgColumn[];
  /** Rows that are too many for one read: the direction of the index by whose time and id parts are read. */
  inParts: "ascending" | "descending" | null;
};

function rows<T extends PgTable>(
  table: T,
  omit: { readonly [K in keyof ColumnsOf<T>]?: string },
  how: Partial<Pick<ExportedTable, "rowsOf" | "by" | "inParts">> & {
    plus?: Record<string, PgColumn | SQL>;
  } = {},
): ExportedTable {
  const all: Record<string, PgColumn | undefined> = getTableColumns(table);
  const { userId, createdAt, id } = all;
  const { rowsOf = (of) => sql`${userId} = ${of}`, by = [createdAt, id], inParts = null, plus = {} } = how;
  const columns = Object.entries(all).filter(
    ([name, column]) => !(name in omit) && !namesPerson(table, column),
  );
  return {
    table,
    omit: omit as Record<string, string>,
    columns: { ...Object.fromEntries(columns), ...plus } as Record<string, PgColumn | SQL>,
    rowsOf,
    by: by.filter((column) => column !== undefined),
    inParts,
  };
}

/** It refers to the person whose row it is, or to somebody else, who may be anonymous (D36). */
const namesPerson = (table: PgTable, column: PgColumn | undefined) =>
  getTableConfig(table).foreignKeys.some((key) => {
    const { columns, foreignTable } = key.reference();
    return getTableName(foreignTable) === getTableName(users) && columns.some((each) => each === column);
  });

const HOUSEKEEPING = "housekeeping";
const PERIODS = "a copy of givenByPeriod";
const NEVER_STORED = "never stored";
const REFUND_REFUSED = "what the operator has to do: the refund is shown as due";
/** Of the calls to a provider that move money. */
const CALLS = {
  tries: HOUSEKEEPING,
  problem: "what the operator has to do: the state says that it waits",
  adoptedAt: HOUSEKEEPING,
  claimedUntil: HOUSEKEEPING,
  checkAt: HOUSEKEEPING,
};

export const ACCOUNT = rows(
  users,
  {
    password: "a hash that says nothing to the person and could be attacked: hasPassword",
    visaCardToken: "a key to a card at the provider: hasCard",
    avatarHash: "made from the avatar",
    operatorSince: "what somebody is for this installation, not about them",
    suspendedAt: "made from the decisions",
    hiddenAt: "made from the decisions",
    isDemo: "true for made-up people only",
    erasedAt: "null for everybody who can ask",
    accessRound: "a count that says nothing to the person",
    contestedBy: "null for everybody who can ask: an address that may be somebody else's",
    monthlyStart: PERIODS,
    monthlyGiven: PERIODS,
    monthlyPublic: PERIODS,
    weeklyStart: PERIODS,
    weeklyGiven: PERIODS,
    weeklyPublic: PERIODS,
    dailyStart: PERIODS,
    dailyGiven: PERIODS,
    dailyPublic: PERIODS,
  },
  {
    rowsOf: (userId) => sql`${users.id} = ${userId} and ${users.erasedAt} is null`,
    plus: {
      hasPassword: sql<boolean>`${users.password} is not null`,
      hasCard: sql<boolean>`${users.visaCardToken} is not null`,
    },
  },
);

/** A person's tables beside their account, by section of the export. A new column is exported unless it is listed. */
export const TABLES = {
  signInAccounts: rows(accounts, {
    refresh_token: NEVER_STORED,
    access_token: NEVER_STORED,
    expires_at: NEVER_STORED,
    token_type: NEVER_STORED,
    scope: NEVER_STORED,
    id_token: NEVER_STORED,
    session_state: NEVER_STORED,
  }),
  sessions: rows(
    sessions,
    { sid: "a hash of a secret", sess: "whose it is", createdAt: "signedInSince", expire: "signedInUntil" },
    {
      rowsOf: (userId) => eq(sql`${sessions.sess}->>'userId'`, userId),
      by: [sessions.expire],
      plus: { signedInSince: sessions.createdAt, signedInUntil: sessions.expire },
    },
  ),
  passkeys: rows(passkeys, {
    credentialId: "names the key to this site, and helps nobody else",
    publicKey: "a key",
    counter: "housekeeping against copied keys",
  }),
  secondFactors: rows(secondFactors, {
    secret: "the key itself: a reader of the file could make codes",
    lastStep: "housekeeping against repeated codes",
  }),
  recoveryCodes: rows(recoveryCodes, { hash: "a hash of a secret" }),
  knownDevices: rows(knownDevices, {}),
  links: rows(accountLinks, { tokenHash: "a hash of a secret" }),
  givenByPeriod: rows(donationTotals, {}, { by: [donationTotals.period, donationTotals.start] }),
  requests: rows(requests, {
    lastDonors: "other people's ids, who are named with the donations if they gave openly",
    feedRank: "made from the priority",
  }),
  posts: rows(posts, {}),
  deliveries: rows(deliveries, {}, { by: [deliveries.requestId] }),
  photos: rows(photos, {
    uploadKey: "a way into the store",
    uploadClearedAt: HOUSEKEEPING,
    sentBytes: "counts for a quota until the photo is used",
    differenceHash: "made from the picture",
    hashQuarters: "made from the picture",
    hashedAt: HOUSEKEEPING,
  }),
  donationsGiven: rows(
    donations,
    {
      checkAt: HOUSEKEEPING,
      captureRefusedAt: HOUSEKEEPING,
      reservedUntil: HOUSEKEEPING,
      guestId: "null: a guest's donation is nobody's until it is claimed",
      isOwed: "whether its recipient was paid, who can see it",
      returnSecretHash: "a hash of a secret of the provider's",
      refundRefusal: REFUND_REFUSED,
      refundRefusedAt: REFUND_REFUSED,
    },
    {
      rowsOf: (userId) => eq(donations.donorId, userId),
      inParts: "descending",
      plus: {
        item: sql`(select item from ${requests} r
          where r.id = "donations"."request_id" and r.deleted_at is null and r.is_active)`,
        message: sql`(select json_build_object('text', n.text, 'shown', n.is_shown, 'hiddenAt', n.hidden_at)
          from ${donationNotes} n where n.donation_id = "donations"."id")`,
        // The recipient is named as the donor saw them; deleted names are null.
        recipient: sql`(select username from ${users} u where u.id = "donations"."recipient_id" and u.erased_at is null)`,
      },
    },
  ),
  payeeAccounts: rows(payeeAccounts, {
    bankId: "finds when a bank account is entered again",
    bankHash: "a keyed hash that finds a bank account of several people",
    checkAt: HOUSEKEEPING,
  }),
  transfers: rows(
    transfers,
    { ...CALLS, chargeId: "the payment of somebody else" },
    {
      inParts: "descending",
      plus: {
        // What came back of it, cents.
        returned: sql`coalesce((
          select sum(r.amount) from ${transferReturns} r
          where r.transfer_id = "transfers"."id" and r.state = 'done'), 0)`.mapWith(Number),
      },
    },
  ),
  payouts: rows(
    payouts,
    {
      ...CALLS,
      destination: "finds which bank account a payout went to",
      bankHash: "a keyed hash that finds a payout to the same bank account",
    },
    {
      inParts: "descending",
      plus: {
        donations: sql`(
          select json_agg(json_build_object('donationId', g.donation_id, 'amount', g.amount) order by g.donation_id)
          from ${payoutDonations} g where g.payout_id = "payouts"."id")`,
      },
    },
  ),
  holds: rows(
    holds,
    {
      placedBy: "an operator, who is a person too",
      liftedBy: "an operator, who is a person too",
      decision:
        "an operator's words are in operatorActions; what rules noticed would reveal that somebody reported something",
    },
    {
      by: [holds.placedAt],
      // The ledger knows what they received.
      rowsOf: (userId) => sql`${holds.id} in (
        select id from ${holds} where user_id = ${userId}
        union all
        select h.id from ${requests} r join ${holds} h on h.request_id = r.id where r.user_id = ${userId}
        union all
        select h.id from ${ledgerEntries} l join ${holds} h on h.donation_id = l.donation_id
        where l.user_id = ${userId} and l.account = 'recipient' and l.kind = 'donation')`,
    },
  ),
  decisions: rows(
    decisions,
    {},
    {
      by: [decisions.startsAt, decisions.id],
      // A decision to do nothing would reveal that somebody reported something.
      rowsOf: (userId) => sql`${decisions.personId} = ${userId} and ${decisions.measure} <> 'none'`,
      plus: {
        appeal: sql`(select json_build_object('text', a.text, 'createdAt', a.created_at, 'state', a.state,
          'answer', a.answer, 'answeredAt', a.answered_at) from ${appeals} a where a.decision_id = "decisions"."id")`,
      },
    },
  ),
  reports: rows(
    reports,
    {
      tokenHash: "a hash of a secret",
      browser: "a keyed hash that finds reports from one browser",
      dueAt: "an operator's deadline",
      decisionId: "a decision about somebody else",
    },
    { rowsOf: (userId) => sql`${reports.reporterId} = ${userId}` },
  ),
  blocks: rows(
    blocks,
    {},
    {
      by: [blocks.createdAt],
      rowsOf: (userId) => sql`${blocks.blockerId} = ${userId}`,
      plus: {
        blocked: sql`(select username from ${users} u where u.id = "blocks"."blocked_id" and u.erased_at is null)`,
      },
    },
  ),
  follows: rows(
    follows,
    {},
    {
      by: [follows.createdAt],
      rowsOf: (userId) => sql`${follows.followerId} = ${userId}`,
      plus: {
        followed: sql`(select username from ${users} u where u.id = "follows"."followed_id" and u.erased_at is null)`,
      },
    },
  ),
  savedRequests: rows(savedRequests, {}, { by: [savedRequests.createdAt] }),
  boostPurchases: rows(boostPurchases, {
    returnPath: "the page to come back to",
    captureRefusedAt: HOUSEKEEPING,
    checkAt: HOUSEKEEPING,
    refundRefusal: REFUND_REFUSED,
    refundRefusedAt: REFUND_REFUSED,
  }),
  boostEntries: rows(boostEntries, {}),
  subscriptions: rows(subscriptions, {
    returnPath: "the page to come back to",
    checkAt: HOUSEKEEPING,
    paymentAwaitedSince: HOUSEKEEPING,
  }),
  subscriptionPayments: rows(
    subscriptionPayments,
    { refundRefusal: REFUND_REFUSED, refundRefusedAt: REFUND_REFUSED },
    { by: [subscriptionPayments.paidAt] },
  ),
  ledgerEntries: rows(
    ledgerEntries,
    { ordinal: "counts the movements of one kind" },
    { inParts: "ascending" },
  ),
  notifications: rows(
    notifications,
    { anonymous: "about the donor, who is named with the donation if they gave openly" },
    { inParts: "descending" },
  ),
  messages: rows(mails, { secret: "opens the account", claimedAt: HOUSEKEEPING }, { inParts: "ascending" }),
  messageChoices: rows(messageChoices, {}, { by: [messageChoices.kind] }),
  pushSubscriptions: rows(pushSubscriptions, {
    endpoint: "it lets others send to the browser",
    p256dh: "a key",
    auth: "a key",
  }),
} satisfies Record<string, ExportedTable>;
