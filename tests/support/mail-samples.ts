import type * as kinds from "@/lib/delivery/kinds";
import type { ViewOf } from "@/lib/delivery/message";
import type { DonationFacts, ReturnFacts } from "@/lib/domain/donations/queries";
import type { ClaimedMail } from "@/lib/domain/messages/types";
import type { PayoutFacts } from "@/lib/domain/payouts/message-facts";
import { type MailKind, mailKind, OPERATOR_SUBJECTS } from "@/lib/ground/mail-kinds";
import type { Locale } from "@/lib/ground/vocabulary";
import { MEASURES } from "@/lib/ground/vocabulary";

/** For each kind what a message may be made of, as `load` would have read it, under a name for its picture. */
type Samples = { [K in MailKind]: Record<string, ViewOf<(typeof kinds)[K]>> };

const RECEIPT = "3F2A-91BC-77D0";
const REQUEST = "0192f1f0-7c4e-7000-8000-000000000001";
const AT = new Date("2026-11-21T17:05:00Z");
const GIFT = `/r/${"a7Zk_".repeat(8)}abc`;

const donation: DonationFacts = {
  id: "0192f1f0-7c4e-7000-8000-000000000002",
  receiptNumber: RECEIPT,
  donorId: "0192f1f0-7c4e-7000-8000-000000000003",
  requestId: REQUEST,
  amount: 2_500,
  serviceFee: 50,
  returnedAmount: 0,
  returnedFee: 0,
  title: "A red bicycle with a child seat",
  category: "transport",
  goal: 40_000,
  raised: 26_500,
  paymentStatus: "completed",
  refundReason: null,
  creditedAt: AT,
  settledAt: AT,
  refundedAt: null,
  thanksEmoji: null,
  donor: { username: "samira", isErased: false, guestName: null },
  recipientUsername: "jonas-b",
  isBlocked: false,
  note: null,
};
const anonymous = { username: null, isErased: false, guestName: null };
const erased = { username: null, isErased: true, guestName: null };
const guest = { username: null, isErased: false, guestName: "Granny" };
const untitled: DonationFacts = { ...donation, title: null, donor: erased, recipientUsername: null };
const returned: ReturnFacts = {
  ...donation,
  isPart: false,
  paymentStatus: "refunded",
  refundedAt: AT,
  refundReason: "goal_reached",
};
const part: ReturnFacts = {
  ...donation,
  isPart: true,
  amount: 1_000,
  serviceFee: 20,
  refundReason: "dispute",
};

const many = Array.from({ length: 23 }, (_, index) => ({
  ...donation,
  id: `donation ${index}`,
  amount: 500 + index * 250,
  donor: index % 3 === 0 ? anonymous : { username: `donor-${index}`, isErased: false, guestName: null },
}));

const payout: PayoutFacts = {
  amount: 12_345,
  state: "on_the_way",
  arrivesOn: "2026-11-25",
  failureCode: null,
  remedy: null,
  provider: "stripe",
  donations: 7,
};
const failed: PayoutFacts = { ...payout, state: "failed", arrivesOn: null };
const [PAUSED_ON, BACK_ON] = [new Date("2026-12-21T17:05:00Z"), new Date("2027-02-14T17:05:00Z")];

const months = Array.from({ length: 12 }, (_, index) => ({
  month: index + 1,
  given: index * 1_250,
  fees: index * 25,
  received: 1_234_567 - index * 100_000,
}));

const origin = { at: AT, device: "Firefox on Android", network: "2001:db8:85a3:8d3::/64", heldUntil: null };
const unknownOrigin = { at: AT, device: null, network: null, heldUntil: null };
const link = { username: "jonas-b", until: AT, path: `/link?token=${"a7Zk_".repeat(8)}abc`, origin };

/** Samples of every kind: for the pictures of `npm run screens`, and for the tests of every message. */
export const MAIL_SAMPLES: Samples = {
  confirm_email: { link, unknown: { ...link, origin: unknownOrigin } },
  confirm_new_email: { link },
  email_changed: { link },
  email_restored: { link },
  account_contested: { contested: { username: "jonas-b" } },
  reset_password: { link },
  cancel_plan: { link },
  plan_cancelled: {
    dated: { tier: "gold", until: AT },
    open: { tier: "diamond", until: null },
  },
  password_changed: {
    changed: { username: "jonas-b", origin },
    reset: { username: "jonas-b", origin: { ...origin, heldUntil: AT } },
  },
  passkey_changed: {
    added: { origin, change: "added", name: "Phone" },
    removed: { origin, change: "removed", name: "Phone" },
  },
  second_factor_changed: {
    on: { origin, change: "on", count: 10 },
    off: { origin, change: "off", count: 0 },
    lost: { origin: { ...unknownOrigin, heldUntil: AT }, change: "off", count: 0 },
    codes: { origin, change: "codes", count: 10 },
    used: { origin, change: "code_used", count: 1 },
  },
  payout_details_changed: {
    all: { changes: ["payout_method", "paypal_email", "payout_card"], origin },
  },
  new_sign_in: { known: origin, unknown: unknownOrigin },
  account_erased: { erased: origin },

  donation_receipt: { titled: donation, untitled },
  gift_receipt: {
    receipt: { ...donation, path: GIFT },
    uncategorised: { ...donation, category: null, path: GIFT },
  },
  gift_thanked: { thanked: { emoji: "🤗", path: GIFT } },
  proof_asked: { asked: { requestId: "r1", title: "A winter coat", paidOutAt: AT } },
  request_update: {
    several: {
      requestId: "r1",
      title: "A winter coat",
      path: "/?request=r1",
      posts: [
        { id: "p2", kind: "thanks", note: "" },
        { id: "p1", kind: "update", note: "It is ordered and comes on Friday." },
      ],
    },
  },
  request_delivered: {
    guest: {
      requestId: "r1",
      title: "A winter coat",
      path: GIFT,
      posts: [{ id: "p3", kind: "delivered", note: "Look how warm we are!" }],
    },
  },
  donation_failed: {
    declined: { ...donation, paymentStatus: "failed", isClosed: false, isGuest: false },
    closed: { ...donation, paymentStatus: "failed", isClosed: true, isGuest: true },
    untitled: { ...untitled, paymentStatus: "failed", isClosed: false, isGuest: false },
  },
  donation_returned: {
    titled: returned,
    untitled: { ...returned, title: null, refundReason: "request_deleted" },
    part: { ...part, refundReason: "requested" },
    untitledPart: { ...part, title: null },
  },
  donation_received: {
    named: { ...donation, note: "Ride safely!\nFrom all of us.", isIdentityMissing: false },
    anonymous: { ...donation, donor: anonymous, isIdentityMissing: true },
    guest: { ...donation, donor: guest, isIdentityMissing: false },
    untitled: { ...untitled, isIdentityMissing: false },
  },
  donations_received: {
    daily: {
      donations: [donation, { ...donation, donor: anonymous }, { ...untitled, donor: erased }],
      isWeekly: false,
    },
    weekly: { donations: many, isWeekly: true },
    one: { donations: [donation], isWeekly: false },
  },
  donation_taken_back: {
    titled: { ...returned, refundReason: "dispute", raised: 24_000 },
    untitled: { ...returned, title: null, donor: erased, refundReason: "requested" },
    part: { ...part, raised: 25_500 },
    untitledPart: { ...part, title: null, donor: erased },
  },
  goal_reached: {
    reached: { requestId: REQUEST, title: "A red bicycle with a child seat", raised: 40_000, goal: 40_000 },
  },
  payout_on_the_way: {
    bank: payout,
    paypal: { ...payout, provider: "paypal", arrivesOn: null, donations: 1 },
  },
  payout_paid: {
    bank: { ...payout, state: "paid" },
    paypal: { ...payout, state: "paid", provider: "paypal", donations: 1 },
  },
  payout_failed: {
    closed: { ...failed, failureCode: "account_closed", remedy: "another_account" },
    number: { ...failed, failureCode: "no_account", remedy: "another_account" },
    name: { ...failed, failureCode: "incorrect_account_holder_name", remedy: "another_account" },
    other: { ...failed, failureCode: "could_not_process", remedy: "same_account" },
    operator: { ...failed, failureCode: "insufficient_funds", remedy: "operator" },
    replaced: { ...failed, failureCode: "account_closed", remedy: null },
    paypal: { ...failed, failureCode: "RECEIVER_UNREGISTERED", remedy: "same_account", provider: "paypal" },
  },
  identity_reminder: {
    first: { amount: 2_500, pausedOn: PAUSED_ON, backOn: BACK_ON, isLast: false },
    last: { amount: 12_345, pausedOn: PAUSED_ON, backOn: BACK_ON, isLast: true },
    paused: { amount: 12_345, pausedOn: null, backOn: BACK_ON, isLast: true },
  },
  identity_verified: {
    verified: { days: 14, standing: { code: "ready", by: "bank", waitsFor: "nobody", until: null } },
    review: { days: 14, standing: { code: "review", by: "bank", waitsFor: "operator", until: null } },
    delayed: { days: 14, standing: { code: "delayed", by: "bank", waitsFor: "time", until: PAUSED_ON } },
  },
  identity_asked: {
    until: { waitsUntil: PAUSED_ON },
    open: { waitsUntil: null },
  },
  donations_paused: {
    unknown: { amount: 12_345, backOn: BACK_ON, isChecking: false },
    checking: { amount: 12_345, backOn: BACK_ON, isChecking: true },
  },
  payouts_stopped: { stopped: {} },
  donation_waiting: {
    waiting: {
      requestId: REQUEST,
      title: "A red bicycle with a child seat",
      amount: 2_500,
      backOn: BACK_ON,
      path: `/?request=${REQUEST}`,
    },
  },
  purchase_receipt: {
    normal: { boostType: "normal", quantity: 10, totalAmount: 1_499, settledAt: AT, receiptNumber: RECEIPT },
    premium: { boostType: "premium", quantity: 1, totalAmount: 399, settledAt: AT, receiptNumber: RECEIPT },
  },
  purchase_returned: {
    boosts: { sale: "boosts", amount: 1_499, reason: "requested", receiptNumber: RECEIPT },
    subscription: { sale: "subscription", amount: 999, reason: "plan_ended", receiptNumber: RECEIPT },
  },
  withdrawn: {
    boosts: {
      sale: "boosts",
      boostType: "premium",
      quantity: 5,
      at: AT,
      amount: 1_039,
      receiptNumber: RECEIPT,
    },
    subscription: { sale: "subscription", tier: "diamond", at: AT, amount: 999, receiptNumber: RECEIPT },
  },
  renewal_receipt: {
    gold: {
      tier: "gold",
      amount: 499,
      paidAt: AT,
      periodEnd: new Date("2026-12-21T17:05:00Z"),
      receiptNumber: RECEIPT,
    },
  },
  renewal_failed: { diamond: { tier: "diamond", amount: 999 } },
  subscription_ending: { gold: { tier: "gold", endsAt: AT } },
  year_statement: {
    full: { year: 2026, months },
    month: { year: 2026, months: months.slice(3, 4) },
  },
  followed_request: {
    new: { requestId: "r1", title: "A winter coat", raised: 0, goal: 5_000, name: "noor" },
  },
  weekly_digest: {
    full: {
      reached: [
        { id: REQUEST, title: "A winter coat for Noor", completedAt: AT },
        { id: REQUEST.replace(/1$/, "2"), title: "Guitar strings", completedAt: AT },
      ],
      week: { given: 4_000, fees: 80, received: 1_500 },
      saved: [{ id: REQUEST.replace(/1$/, "5"), title: "A drum kit", raised: 9_000, goal: 30_000 }],
      followed: [{ id: REQUEST.replace(/1$/, "6"), title: "A school bag", raised: 0, goal: 2_500 }],
      near: [
        {
          id: REQUEST.replace(/1$/, "3"),
          title: "A red bicycle with a child seat",
          raised: 38_000,
          goal: 40_000,
        },
        { id: REQUEST.replace(/1$/, "4"), title: "A sewing machine", raised: 12_000, goal: 15_000 },
      ],
    },
    quiet: { reached: [], week: { given: 0, fees: 0, received: 1_500 }, saved: [], followed: [], near: [] },
  },
  operator_notice: Object.fromEntries(
    OPERATOR_SUBJECTS.map((about) => [
      about,
      {
        about,
        reference: about === "findings" ? "" : REQUEST,
        facts: about === "findings" ? [["each donation is in the ledger", "2, still, since 2026-11-21"]] : [],
      },
    ]),
  ),
  moderation_decision: {
    ...Object.fromEntries(
      ([...MEASURES, "lifted"] as const)
        .filter((measure) => measure !== "none")
        .map((measure) => [
          measure,
          {
            measure,
            subject: measure === "suspended" ? "person" : "request",
            title: measure === "suspended" ? "jonas-b" : "A red bicycle with a child seat",
            ground: measure === "held" ? "law:DSA art. 9" : "rules:2.1",
            facts: "The photo shows somebody who did not agree to it.",
            automatic: measure === "held",
            until: measure === "giving_off" ? AT : null,
          },
        ]),
    ),
    "hidden message": {
      measure: "hidden",
      subject: "message",
      title: "You are all thieves.",
      ground: "rules:2.1",
      facts: "The message insults the person who asked.",
      automatic: false,
      until: null,
    },
    "hidden message of a guest": {
      measure: "hidden",
      subject: "guest",
      title: "",
      ground: "rules:2.1",
      facts: "The message insults the person who asked.",
      automatic: false,
      until: null,
    },
  },
  appeal_answered: {
    upheld: { state: "upheld", answer: "The photo is on another site since 2024." },
    ended: { state: "ended", answer: "The photo was on another site until June." },
    overturned: { state: "overturned", answer: "You showed us the invoice. We were wrong." },
  },
  report_received: {
    person: { reference: RECEIPT, dueAt: AT, path: `/reports/${RECEIPT}` },
    visitor: { reference: RECEIPT, dueAt: AT, path: `/reports/${RECEIPT}?token=made-for-the-picture` },
  },
  report_decided: Object.fromEntries(MEASURES.map((measure) => [measure, { measure, reference: RECEIPT }])),
};

/** A message as the worker claims it, for a person who is not erased. */
export function sampleMail(kind: MailKind, locale: Locale): ClaimedMail {
  return {
    id: "0192f1f0-7c4e-7000-8000-000000000009",
    channel: "mail",
    kind,
    stream: mailKind(kind).stream,
    cause: "cause",
    address: null,
    data: null,
    secret: null,
    attempts: 1,
    createdAt: AT,
    recipient: {
      id: "0192f1f0-7c4e-7000-8000-000000000004",
      email: "jonas@example.org",
      username: "jonas-b",
      name: "Jonas",
      locale,
      isErased: false,
      isProven: true,
      isBounced: false,
      isSilenced: false,
    },
  };
}
