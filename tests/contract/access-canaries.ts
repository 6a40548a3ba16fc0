import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import {
  accountLinks,
  accounts,
  appeals,
  approvals,
  auditEntries,
  boostPurchases,
  cardAttempts,
  decisions,
  donationNotes,
  donations,
  donationTotals,
  giftLinks,
  giftMeters,
  guests,
  heldUsernames,
  holds,
  idempotencyKeys,
  knownBrowsers,
  knownDevices,
  mails,
  messageChoices,
  newId,
  nightlyChecks,
  notifications,
  passkeys,
  payeeAccounts,
  payouts,
  photos,
  posts,
  providerEvents,
  pushSubscriptions,
  rateLimits,
  recoveryCodes,
  refusedEvents,
  reports,
  requestFlags,
  secondFactors,
  serverKeys,
  sessions,
  stops,
  subscriptionPayments,
  subscriptions,
  transferReturns,
  transfers,
  users,
} from "@/db/schema";
import { periodStarts } from "@/lib/ground/periods";
import { PERIODS } from "@/lib/ground/vocabulary";
import { tables } from "../support/actors";
import { addPerson, addRequest } from "../support/people";
import { kindOf } from "./access-columns";

/** A value for a column that not everybody may see, unmistakable in any answer. */
export const canary = (table: string, column: string) => `cnry_${table}_${column}`.toLowerCase();

/** Every canary in a text. */
export const canariesIn = (text: string) => new Set(text.toLowerCase().match(/cnry_\w+/g));

/** Amounts in cents and times that occur nowhere else. */
export const FIGURES = {
  totalGiven: 7_123_456_781,
  monthlyGiven: 7_123_456_712,
  weeklyGiven: 7_123_456_723,
  dailyGiven: 7_123_456_734,
  totalReceived: 7_123_456_745,
} as const;
export const OWN_NUMBERS = {
  normalBoosts: 712_345_656,
  premiumBoosts: 712_345_667,
} as const;
const OWN_MOMENTS = {
  emailVerified: new Date("2019-03-04T05:06:07.011Z"),
  lastUsernameChange: new Date("2019-03-04T05:06:07.022Z"),
  updatedAt: new Date("2019-03-04T05:06:07.044Z"),
  subscriptionExpiry: new Date("2039-03-04T05:06:07.055Z"),
  emailBouncedAt: new Date("2019-03-04T05:06:07.066Z"),
  newsSilencedAt: new Date("2019-03-04T05:06:07.077Z"),
  payoutsHeldUntil: new Date("2019-03-04T05:06:07.088Z"),
  payoutChangedAt: new Date("2019-03-04T05:06:07.099Z"),
  trustedAt: new Date("2019-03-04T05:06:07.111Z"),
} as const;
/** What the anonymous requester gave, which would reveal which anonymous donor they are. */
export const ASKER_GIVEN = 7_123_456_798;

/** The people of the story, and what can be asked for of the first. */
export type Cast = {
  /** Has a canary in every column that is theirs alone, and hides what they gave and received. */
  subject: { id: string };
  /** Gave to the viewer, and is anonymous. */
  donor: { id: string };
  /** Asks for something, and is anonymous as a donor. */
  asker: { id: string };
  viewer: { id: string };
  subjectsRequest: string;
  askersRequest: string;
  purchase: string;
  subscription: string;
  donation: string;
};

/** Fills a database with people whose secrets are canaries. */
export async function seedCanaries(db: Db): Promise<Cast> {
  const [subject, donor, asker, viewer] = [
    await addPerson(db, { username: "subject", name: "Subject" }),
    await addPerson(db, { username: "cnry_donor_username", name: "cnry_donor_name", anonymousProfile: true }),
    await addPerson(db, { username: "the.asker", name: "The Asker", anonymousProfile: true }),
    await addPerson(db, { username: "viewer", name: "Viewer" }),
  ];
  await hideInSubject(db, subject);
  await hideInDonor(db, donor);
  await db
    .update(users)
    .set({ totalGiven: ASKER_GIVEN, publicGiven: ASKER_GIVEN })
    .where(eq(users.id, asker.id));
  const { id: subjectsRequest } = await addRequest(db, subject, { item: "A wish of the subject" });
  const { id: askersRequest } = await addRequest(db, asker, { item: "A wish of the asker" });
  const { id: viewersRequest } = await addRequest(db, viewer, { item: "A wish of the viewer" });
  const made = { requestId: viewersRequest, recipientId: viewer.id, ...CENTS, serviceFee: 10, ...FAILED };
  await notifyOfDonation(db, { ...made, donorId: donor.id, anonymous: true });
  await notifyOfDonation(db, { ...made, guestId: await hideInGuests(db), anonymous: true });
  await db.insert(giftLinks).values({ requestId: subjectsRequest, token: canary("giftLinks", "token") });
  await hideInNotes(db, { ...made, donorId: asker.id, recipientId: subject.id, requestId: subjectsRequest });
  const donation = await hideInDonations(db, { ...made, donorId: subject.id });
  const purchase = await hideInPurchases(db, subject.id);
  const subscription = await hideInSubscriptions(db, subject.id);
  await hideInSignIns(db, subject.id);
  await hideInWaysIn(db, subject.id);
  await hideInMessages(db, subject.id);
  await hideInNotices(db, subject.id);
  await hideInRecords(db, subject.id, donation);
  await hideInPayouts(db, subject.id, donation);
  await hideInSafety(db, subject.id, {
    reporterId: donor.id,
    operatorId: asker.id,
    requestId: subjectsRequest,
  });
  const ids = { subjectsRequest, askersRequest, purchase, subscription, donation };
  return { subject, donor, asker, viewer, ...ids };
}

const CENTS = { amount: 500, currency: "eur" } as const;
const FAILED = { paymentStatus: "failed" } as const;

/** Names a canary of a table. */
const of = (table: string) => (column: string) => canary(table, column);

async function hideInSubject(db: Db, { id }: { id: string }): Promise<void> {
  const user = of("users");
  const starts = await putOnBoards(db, id, FIGURES, { openly: true });
  await db
    .update(users)
    .set({
      ...FIGURES,
      publicGiven: FIGURES.totalGiven,
      monthlyPublic: FIGURES.monthlyGiven,
      weeklyPublic: FIGURES.weeklyGiven,
      dailyPublic: FIGURES.dailyGiven,
      ...OWN_NUMBERS,
      ...OWN_MOMENTS,
      ...starts,
      hideGivenAmount: true,
      hideReceivedAmount: true,
      subscriptionTier: "gold",
      email: `${user("email")}@example.org`,
      paypalEmail: `${user("paypalEmail")}@example.org`,
      firstName: user("firstName"),
      lastName: user("lastName"),
      password: user("password"),
      googleId: user("googleId"),
      stripeAccountId: user("stripeAccountId"),
      visaCardToken: `pm_${user("visaCardToken")}`,
      paymentMethod: "paypal",
      contestedBy: `${user("contestedBy")}@example.org`,
    })
    .where(eq(users.id, id));
  await db.insert(photos).values({ userId: id, uploadKey: canary("photos", "uploadKey") });
}

async function hideInDonor(db: Db, { id }: { id: string }): Promise<void> {
  const given = { totalGiven: 500, monthlyGiven: 500, weeklyGiven: 500, dailyGiven: 500 };
  const starts = await putOnBoards(db, id, given, { openly: false });
  const addresses = { email: "cnry_donor_email@example.org", paypalEmail: "cnry_donor_paypal@example.org" };
  await db
    .update(users)
    .set({ ...given, ...starts, ...addresses })
    .where(eq(users.id, id));
}

type Donation = Omit<typeof donations.$inferInsert, "id">;

async function notifyOfDonation(db: Db, donation: Donation): Promise<void> {
  const [donationId, { requestId, donorId, recipientId, amount }] = [newId(), donation];
  await db.insert(donations).values({ ...donation, id: donationId });
  const told = {
    type: "donation",
    userId: recipientId,
    requestId,
    donationId,
    donorId,
    anonymous: donation.anonymous,
  } as const;
  await db.insert(notifications).values({ ...told, amount, progress: 5 });
}

async function hideInDonations(db: Db, donation: Donation): Promise<string> {
  const [id, text] = [newId(), of("donations")];
  const refundRefusal = text("refundRefusal");
  const cardIds = {
    stripePaymentIntentId: text("stripePaymentIntentId"),
    returnSecretHash: text("returnSecretHash"),
    chargeId: text("chargeId"),
  };
  await db.insert(donations).values([
    { ...donation, id, refundRefusal, receiptNumber: text("receiptNumber"), ...cardIds },
    { ...donation, paymentMethod: "paypal", paypalOrderId: text("paypalOrderId") },
  ]);
  return id;
}

/** A message that only its recipient may read, with a donation that they have. */
async function hideInNotes(db: Db, donation: Donation): Promise<void> {
  const [donationId, at] = [newId(), new Date()];
  const credited = { paymentStatus: "completed", settledAt: at, creditedAt: at } as const;
  await db.insert(donations).values({ ...donation, ...credited, id: donationId, anonymous: true });
  const { requestId } = donation;
  await db.insert(donationNotes).values({ donationId, requestId, text: canary("donationNotes", "text") });
  const post = { requestId, userId: donation.recipientId, kind: "update", audience: "givers" } as const;
  await db.insert(posts).values({ ...post, text: canary("posts", "text") });
}

async function hideInGuests(db: Db): Promise<string> {
  const [id, text] = [newId(), of("guests")];
  await db.insert(guests).values({ id, email: text("email"), name: text("name"), language: "en" });
  return id;
}

async function hideInPurchases(db: Db, userId: string): Promise<string> {
  const [id, text] = [newId(), of("boostPurchases")];
  const pack = { userId, boostType: "normal", quantity: 5, totalAmount: 899, currency: "eur" } as const;
  const words = { description: text("description"), locale: "en", returnPath: text("returnPath") } as const;
  const cardIds = {
    stripeCheckoutId: text("stripeCheckoutId"),
    stripePaymentIntentId: text("stripePaymentIntentId"),
  };
  await db.insert(boostPurchases).values([
    {
      ...pack,
      ...words,
      ...FAILED,
      id,
      paymentMethod: "stripe",
      receiptNumber: text("receiptNumber"),
      refundRefusal: text("refundRefusal"),
      ...cardIds,
    },
    { ...pack, ...words, ...FAILED, paymentMethod: "paypal", paypalOrderId: text("paypalOrderId") },
  ]);
  return id;
}

async function hideInSubscriptions(db: Db, userId: string): Promise<string> {
  const [id, text, at] = [newId(), of("subscriptions"), new Date()];
  const plan = { id, userId, tier: "gold", ...CENTS, locale: "en", status: "failed", endedAt: at } as const;
  const words = { returnPath: text("returnPath"), paypalSubscriptionId: text("paypalSubscriptionId") };
  const byCard = {
    id: newId(),
    paymentMethod: "stripe",
    returnPath: text("returnPath"),
    stripeCheckoutId: text("stripeCheckoutId"),
    stripeSubscriptionId: text("stripeSubscriptionId"),
  } as const;
  await db.insert(subscriptions).values([
    { ...plan, ...words },
    { ...plan, ...byCard },
  ]);
  const paid = { subscriptionId: id, userId, tier: "gold", ...CENTS, paidAt: at } as const;
  const back = { paymentStatus: "refunded", refundReason: "requested", refundedAt: at } as const;
  const paypalPaymentId = canary("subscriptionPayments", "paypalPaymentId");
  const stripePaymentIntentId = canary("subscriptionPayments", "stripePaymentIntentId");
  const refundRefusal = canary("subscriptionPayments", "refundRefusal");
  const receiptNumber = canary("subscriptionPayments", "receiptNumber");
  await db.insert(subscriptionPayments).values([
    { ...paid, ...back, paypalPaymentId, refundRefusal, receiptNumber },
    { ...paid, ...back, subscriptionId: byCard.id, stripePaymentIntentId },
  ]);
  return id;
}

/** A transfer that was never made, with a return that never came, and a payout that failed. */
async function hideInPayouts(db: Db, userId: string, donationId: string): Promise<void> {
  const [account, transfer, back] = [of("payeeAccounts"), of("transfers"), of("transferReturns")];
  const [payout, hold, at] = [of("payouts"), of("holds"), new Date()];
  const [accountId, transferId] = [newId(), newId()];
  await db.insert(payeeAccounts).values({
    id: accountId,
    userId,
    provider: "stripe",
    providerAccountId: account("providerAccountId"),
    country: "NL",
    problem: account("problem"),
    bankId: account("bankId"),
    bankHash: account("bankHash"),
  });
  await db.insert(transfers).values({
    id: transferId,
    donationId,
    accountId,
    userId,
    amount: 500,
    state: "cancelled",
    chargeId: transfer("chargeId"),
    providerId: transfer("providerId"),
    releaseAt: at,
    problem: transfer("problem"),
  });
  await db.insert(transferReturns).values({
    transferId,
    amount: 500,
    cause: "refund",
    providerId: back("providerId"),
    problem: back("problem"),
  });
  await db.insert(payouts).values({
    accountId,
    userId,
    amount: 500,
    cause: "owner",
    state: "failed",
    providerId: payout("providerId"),
    traceId: payout("traceId"),
    failureCode: payout("failureCode"),
    destination: payout("destination"),
    bankHash: payout("bankHash"),
    problem: payout("problem"),
    failedAt: at,
  });
  const people = { placedBy: hold("placedBy"), liftedBy: hold("liftedBy") };
  await db
    .insert(holds)
    .values({ userId, cause: "operator", decision: hold("decision"), liftedAt: at, ...people });
}

type Judged = { reporterId: string; operatorId: string; requestId: string };

/** Two reports of the subject's request, by a person and by a visitor, and what operators made of it. */
async function hideInSafety(
  db: Db,
  userId: string,
  { reporterId, operatorId, requestId }: Judged,
): Promise<void> {
  const [report, decision, appeal, approval] = [
    of("reports"),
    of("decisions"),
    of("appeals"),
    of("approvals"),
  ];
  const [id, at] = [newId(), new Date()];
  await db.insert(decisions).values({
    id,
    subject: "request",
    subjectId: requestId,
    personId: userId,
    measure: "held",
    ground: `law:${decision("ground")}`,
    facts: decision("facts"),
    startsAt: at,
    decidedBy: operatorId,
    liftedAt: at,
  });
  const about = { subject: "request", subjectId: requestId, personId: userId, ground: "scam" } as const;
  const sent = { text: report("text"), locale: "en", createdAt: at, dueAt: at } as const;
  const decided = { decisionId: id, decidedAt: at };
  await db.insert(reports).values([
    { ...about, ...sent, ...decided, reporterId, reference: report("reference") },
    {
      ...about,
      ...sent,
      name: report("name"),
      email: report("email"),
      tokenHash: report("tokenHash"),
      browser: report("browser"),
    },
  ]);
  await db.insert(appeals).values({
    decisionId: id,
    decidedBy: operatorId,
    text: appeal("text"),
    createdAt: at,
    state: "upheld",
    answer: appeal("answer"),
    answeredAt: at,
    answeredBy: reporterId,
  });
  await db.insert(approvals).values({
    deed: approval("deed"),
    input: { facts: approval("input") },
    reason: approval("reason"),
    askedBy: operatorId,
    askedAt: at,
  });
  const flag = of("requestFlags");
  await db.insert(requestFlags).values({
    requestId,
    rule: flag("rule"),
    points: 4,
    evidence: { saw: flag("evidence") },
    createdAt: at,
  });
  await db.insert(knownBrowsers).values({ userId, browser: canary("knownBrowsers", "browser"), seenAt: at });
  const stopped = { what: "payouts", reason: canary("stops", "reason") } as const;
  await db.insert(stops).values({ ...stopped, stoppedBy: operatorId, createdAt: at });
}

async function hideInSignIns(db: Db, userId: string): Promise<void> {
  const text = of("accounts");
  await db.insert(accounts).values({
    userId,
    type: text("type"),
    provider: text("provider"),
    providerAccountId: text("providerAccountId"),
    refresh_token: text("refresh_token"),
    access_token: text("access_token"),
    token_type: text("token_type"),
    scope: text("scope"),
    id_token: text("id_token"),
    session_state: text("session_state"),
  });
  const session = of("sessions");
  const sess = { userId, note: session("sess") };
  const expire = new Date(Date.now() + 9e8);
  const where = { device: session("device"), network: session("network") };
  await db.insert(sessions).values({ sid: session("sid"), sess, expire, ...where });
}

/** Passkeys, the second factor, and links of messages. */
async function hideInWaysIn(db: Db, userId: string): Promise<void> {
  const passkey = of("passkeys");
  await db.insert(passkeys).values({
    userId,
    credentialId: passkey("credentialId"),
    publicKey: passkey("publicKey"),
    counter: 1,
    transports: ["usb"],
    backedUp: false,
    name: passkey("name"),
  });
  await db.insert(secondFactors).values({ userId, secret: canary("secondFactors", "secret") });
  await db.insert(giftMeters).values({
    userId,
    sealed: canary("giftMeters", "sealed"),
    checkedAt: new Date(),
  });
  await db.insert(recoveryCodes).values({ userId, hash: canary("recoveryCodes", "hash") });
  await db.insert(knownDevices).values({ userId, device: canary("knownDevices", "device") });
  await db.insert(accountLinks).values({
    userId,
    purpose: "undo_email",
    tokenHash: randomBytes(32).toString("hex"),
    address: canary("accountLinks", "address"),
    expiresAt: new Date(Date.now() + 9e8),
  });
}

/** A message that is not due yet, what is chosen about messages, and a browser that receives them. */
async function hideInMessages(db: Db, userId: string): Promise<void> {
  const mail = of("mails");
  await db.insert(mails).values({
    userId,
    stream: "news",
    kind: sql`${mail("kind")}`,
    cause: mail("cause"),
    address: mail("address"),
    data: { text: mail("data") },
    secret: mail("secret"),
    reason: mail("reason"),
    dueAt: new Date("2039-03-04T05:06:07Z"),
  });
  const kind = sql`${canary("messageChoices", "kind")}`;
  await db.insert(messageChoices).values({ userId, kind, inApp: true, push: true, mail: "off" });
  const push = of("pushSubscriptions");
  await db.insert(pushSubscriptions).values({
    userId,
    endpoint: push("endpoint"),
    p256dh: push("p256dh"),
    auth: push("auth"),
    device: push("device"),
  });
  await db.insert(serverKeys).values({
    name: "a key of the tests",
    publicKey: "public",
    secret: canary("serverKeys", "secret"),
  });
}

/** A changed payout detail, with where it was changed. */
async function hideInNotices(db: Db, userId: string): Promise<void> {
  const text = of("notifications");
  const where = { device: text("device"), network: text("network") };
  await db
    .insert(notifications)
    .values({ userId, type: "account", accountChange: "paypal_email", amount: 0, ...where });
}

/** What the server keeps for itself. */
async function hideInRecords(db: Db, userId: string, paymentId: string): Promise<void> {
  const at = new Date();
  const key = of("idempotencyKeys");
  await db.insert(idempotencyKeys).values({
    userId,
    key: key("key"),
    fingerprint: key("fingerprint"),
    operationId: newId(),
    claimedAt: at,
    status: 200,
    answer: { result: key("answer") },
  });
  const audit = of("auditEntries");
  await db.insert(auditEntries).values({
    operator: audit("operator"),
    action: sql`${audit("action")}`,
    subject: sql`${audit("subject")}`,
    subjectId: userId,
    before: { was: audit("before") },
    after: { is: audit("after") },
    reason: audit("reason"),
  });
  const push = of("pushSubscriptions");
  await db.insert(pushSubscriptions).values({
    userId,
    endpoint: `https://fcm.googleapis.com/fcm/send/${push("endpoint")}`,
    p256dh: push("p256dh"),
    auth: push("auth"),
    device: push("device"),
  });
  const serverKey = of("serverKeys");
  await db
    .insert(serverKeys)
    .values({ name: serverKey("name"), publicKey: "public", secret: serverKey("secret") });
  const event = of("providerEvents");
  await db.insert(providerEvents).values({
    provider: event("provider"),
    eventId: event("eventId"),
    type: event("type"),
    paymentId: event("paymentId"),
    outcome: event("outcome"),
  });
  const finding = {
    check: canary("nightlyChecks", "findings"),
    isConcern: true,
    rows: 1,
    since: "2026-11-23",
    mentionedOn: "2026-11-23",
  };
  await db.insert(nightlyChecks).values({ day: "2026-11-23", begunAt: at, findings: [finding] });
  await db
    .insert(refusedEvents)
    .values({ source: canary("refusedEvents", "source"), times: 1, since: at, lastAt: at });
  await db.insert(rateLimits).values({ key: canary("rateLimits", "key"), count: 1, resetAt: at });
  await db
    .insert(cardAttempts)
    .values({ paymentId, payerId: userId, address: canary("cardAttempts", "address") });
  await db.insert(heldUsernames).values({ hash: canary("heldUsernames", "hash"), until: at });
}

type Given = Record<Exclude<keyof typeof FIGURES, "totalReceived">, number>;

/** Notes what somebody gave in the periods that run now, on the boards if openly; answers when these began. */
async function putOnBoards(db: Db, userId: string, given: Given, { openly }: { openly: boolean }) {
  const starts = periodStarts(new Date(), "Europe/Amsterdam");
  const amounts = {
    all: given.totalGiven,
    monthly: given.monthlyGiven,
    weekly: given.weeklyGiven,
    daily: given.dailyGiven,
  };
  const rows = PERIODS.map((period) => {
    const amount = amounts[period];
    return {
      userId,
      period,
      start: starts[period],
      amount,
      publicAmount: openly ? amount : 0,
      listed: openly,
    };
  });
  await db.insert(donationTotals).values(rows);
  return { monthlyStart: starts.monthly, weeklyStart: starts.weekly, dailyStart: starts.daily };
}

/** The columns of free text that are not for everybody: each must have its canary. */
export function canaryColumns(): { table: string; column: string; kind: string }[] {
  return tables.flatMap(([table, definition]) =>
    getTableConfig(definition).columns.flatMap((column) => {
      const kind = kindOf(table, column.name);
      return kind !== "open" && kind !== undefined && holdsText(column)
        ? [{ table, column: column.name, kind: String(kind) }]
        : [];
    }),
  );
}

function holdsText(column: PgColumn): boolean {
  const type = column.getSQLType();
  // A currency has three letters, a country two, a bank account's end four, and the hash of a link has hexadecimal
  // digits only: there is no room for a canary.
  const hasRoom = !["currency", "country", "bankLast4", "tokenHash"].includes(column.name);
  return (type === "text" || type === "jsonb") && !column.enumValues?.length && hasRoom;
}
