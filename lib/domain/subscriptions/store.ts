import { and, desc, eq, exists, gt, inArray, isNotNull, isNull, max, ne, or, sql } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db, Tx } from "@/db/client";
import { AGREEMENT_ID, firstOf, PROVIDER_IDS, SUBSCRIPTION_PAYMENT_ID } from "@/db/provider-ids";
import { subscriptionPayments, subscriptions, users } from "@/db/schema";
import type {
  PaidTier,
  PaymentProvider,
  RefundReason,
  SubscriptionState,
  Tier,
} from "@/lib/ground/vocabulary";
import type { Entitlement } from "./rules";
import type { Subscription } from "./types";

const columns = {
  id: subscriptions.id,
  userId: subscriptions.userId,
  tier: sql<PaidTier>`${subscriptions.tier}`,
  amount: subscriptions.amount,
  currency: subscriptions.currency,
  locale: subscriptions.locale,
  returnPath: subscriptions.returnPath,
  paymentMethod: subscriptions.paymentMethod,
  providerId: firstOf(PROVIDER_IDS.subscription),
  status: subscriptions.status,
  createdAt: subscriptions.createdAt,
  endRequestedAt: subscriptions.endRequestedAt,
  endedAt: subscriptions.endedAt,
  paymentAwaitedSince: subscriptions.paymentAwaitedSince,
};

type NewSubscription = Pick<
  Subscription,
  "id" | "userId" | "tier" | "amount" | "currency" | "paymentMethod" | "locale" | "returnPath"
> & { checkAt: Date };

/** Writes a pending subscription; the same id twice stays the first. */
export async function insertSubscription(db: Db, subscription: NewSubscription): Promise<void> {
  await db.insert(subscriptions).values(subscription).onConflictDoNothing({ target: subscriptions.id });
}

export async function findSubscription(db: Db, id: string): Promise<Subscription | null> {
  if (!isUuid(id)) return null;
  const [row] = await db.select(columns).from(subscriptions).where(eq(subscriptions.id, id));
  return row ?? null;
}

/** The subscription of an id that creating it answered, or of the agreement's own. */
export async function findSubscriptionByProvider(
  db: Db,
  provider: PaymentProvider,
  providerId: string,
): Promise<Subscription | null> {
  const { asked, agreed } = AGREEMENT_ID[provider];
  const [row] = await db
    .select(columns)
    .from(subscriptions)
    .where(or(eq(subscriptions[agreed], providerId), eq(subscriptions[asked], providerId)));
  return row ?? null;
}

/** A subscription whose row stays locked until the transaction ends. */
export async function lockSubscription(tx: Tx, id: string): Promise<Subscription> {
  const [row] = await tx
    .select(columns)
    .from(subscriptions)
    .where(eq(subscriptions.id, id))
    .for("no key update");
  if (!row) throw new Error(`subscription ${id} vanished`);
  return row;
}

/**
 * Notes the provider's id of what a payer is asked to agree to, or of their agreement, once; whether this is the one
 * that is kept.
 */
export async function attachSubscription(
  db: Db,
  { id, paymentMethod }: Pick<Subscription, "id" | "paymentMethod">,
  kind: "asked" | "agreed",
  providerId: string,
): Promise<boolean> {
  const name = AGREEMENT_ID[paymentMethod][kind];
  const column = subscriptions[name];
  const rows = await db
    .update(subscriptions)
    .set({ [name]: sql`coalesce(${column}, ${providerId})` })
    .where(and(eq(subscriptions.id, id), eq(subscriptions.paymentMethod, paymentMethod)))
    .returning({ providerId: column });
  return rows[0]?.providerId === providerId;
}

/** When the tier ends, which is later than its expiry while a renewal may still come (D40). */
type Standing = Entitlement & { cancelled: boolean; endsAt: Date | null };

const paidUntil = sql<Date | null>`coalesce(${users.subscriptionPaidUntil}, ${users.subscriptionExpiry})`;

/** What a person has of their subscription, and whether it will renew. */
export async function selectEntitlement(db: Db, userId: string): Promise<Standing> {
  const [row] = await entitlementOf(db, userId);
  if (!row) throw new Error(`person ${userId} vanished`);
  return row;
}

/** The same, with the person's row locked until the transaction ends. */
export async function lockEntitlement(tx: Tx, userId: string): Promise<Standing> {
  const [row] = await entitlementOf(tx, userId).for("no key update");
  if (!row) throw new Error(`person ${userId} vanished`);
  return row;
}

function entitlementOf(db: Db, userId: string) {
  return db
    .select({
      tier: users.subscriptionTier,
      expiry: paidUntil.mapWith(users.subscriptionExpiry),
      endsAt: users.subscriptionExpiry,
      cancelled: users.subscriptionCancelled,
    })
    .from(users)
    .where(eq(users.id, userId));
}

/** Writes what a person has, and when their tier ends. */
export async function setEntitlement(
  db: Db,
  userId: string,
  { tier, expiry, endsAt, cancelled }: Standing,
): Promise<void> {
  await db
    .update(users)
    .set({
      subscriptionTier: tier,
      subscriptionExpiry: endsAt,
      subscriptionPaidUntil: endsAt?.getTime() === expiry?.getTime() ? null : expiry,
      subscriptionCancelled: cancelled,
    })
    .where(eq(users.id, userId));
}

/** A payment that bought a period and was not given back. */
const isKept = and(
  isNotNull(subscriptionPayments.grantedAt),
  eq(subscriptionPayments.paymentStatus, "completed"),
);

/** A person's subscriptions that the provider goes on collecting for. */
const goesOn = (userId: string) =>
  and(eq(subscriptions.userId, userId), isNull(subscriptions.endRequestedAt), isNull(subscriptions.endedAt));

/** The tiers for which a person has an agreement, but for one, that will be paid, whether or not it ever was. */
export async function selectRenewing(
  db: Db,
  userId: string,
  { except }: { except?: string } = {},
): Promise<PaidTier[]> {
  const rows = await db
    .select({ tier: columns.tier })
    .from(subscriptions)
    .where(
      and(
        goesOn(userId),
        eq(subscriptions.status, "active"),
        except === undefined ? undefined : ne(subscriptions.id, except),
      ),
    );
  return rows.map(({ tier }) => tier);
}

/** The latest agreement of a person that the provider collects for, or may try to. */
export async function selectAgreement(
  db: Db,
  userId: string,
): Promise<Pick<Subscription, "tier" | "paymentMethod" | "status"> | null> {
  const [row] = await db
    .select({ tier: columns.tier, paymentMethod: columns.paymentMethod, status: columns.status })
    .from(subscriptions)
    .where(and(goesOn(userId), inArray(subscriptions.status, ["active", "suspended"])))
    .orderBy(desc(subscriptions.createdAt))
    .limit(1);
  return row ?? null;
}

/** Those among them that were paid for, or begun after a moment: then their first payment may be on its way. */
export async function selectOngoing(db: Db, userId: string, begunAfter: Date): Promise<PaidTier[]> {
  const paid = db
    .select({ id: subscriptionPayments.id })
    .from(subscriptionPayments)
    .where(and(eq(subscriptionPayments.subscriptionId, subscriptions.id), isKept));
  const rows = await db
    .select({ tier: columns.tier })
    .from(subscriptions)
    .where(
      and(
        goesOn(userId),
        eq(subscriptions.status, "active"),
        or(exists(paid), gt(subscriptions.createdAt, begunAfter)),
      ),
    );
  return rows.map(({ tier }) => tier);
}

/**
 * Says that a person's running subscriptions are not to be paid from now on: one of them, all but one, or all. How many there were.
 */
export async function requestEnd(
  db: Db,
  userId: string,
  { only, except, at }: { only?: string; except?: string; at: Date },
): Promise<number> {
  const rows = await db
    .update(subscriptions)
    .set({ endRequestedAt: at, checkAt: at })
    .where(
      and(
        goesOn(userId),
        inArray(subscriptions.status, ["active", "suspended"]),
        only === undefined ? undefined : eq(subscriptions.id, only),
        except === undefined ? undefined : ne(subscriptions.id, except),
      ),
    )
    .returning({ id: subscriptions.id });
  return rows.length;
}

/** A person's subscriptions that are to be ended at the provider. */
export async function selectToEnd(db: Db, userId: string): Promise<Subscription[]> {
  return db
    .select(columns)
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, userId),
        isNotNull(subscriptions.endRequestedAt),
        isNull(subscriptions.endedAt),
      ),
    );
}

type AtProvider = {
  status: SubscriptionState;
  endedAt: Date | null;
  checkAt: Date | null;
  paymentAwaitedSince?: Date | null;
};

export async function setStanding(db: Db, id: string, standing: AtProvider): Promise<void> {
  await db.update(subscriptions).set(standing).where(eq(subscriptions.id, id));
}

/** Closes a subscription that nobody approved. */
export async function markSubscriptionFailed(db: Db, id: string, endedAt: Date): Promise<void> {
  await db
    .update(subscriptions)
    .set({ status: "failed", endedAt, checkAt: null })
    .where(and(eq(subscriptions.id, id), eq(subscriptions.status, "pending")));
}

const paymentColumns = {
  id: subscriptionPayments.id,
  userId: subscriptionPayments.userId,
  tier: sql<PaidTier>`${subscriptionPayments.tier}`,
  providerPaymentId: firstOf<string>(PROVIDER_IDS.subscriptionPayment),
  amount: subscriptionPayments.amount,
  paymentStatus: subscriptionPayments.paymentStatus,
  createdAt: subscriptionPayments.createdAt,
  grantedAt: subscriptionPayments.grantedAt,
  periodStart: subscriptionPayments.periodStart,
  periodEnd: subscriptionPayments.periodEnd,
  refundReason: subscriptionPayments.refundReason,
  refundRefusal: subscriptionPayments.refundRefusal,
};

export type PaymentRow = Awaited<ReturnType<typeof selectPayments>>[number];

/** What was booked for a subscription. */
export async function selectPayments(db: Db, subscriptionId: string) {
  return db
    .select(paymentColumns)
    .from(subscriptionPayments)
    .where(eq(subscriptionPayments.subscriptionId, subscriptionId))
    .orderBy(subscriptionPayments.paidAt);
}

/** The periods of a tier that a person paid for and that have not passed at a moment. */
export async function selectPeriodsLeft(
  db: Db,
  userId: string,
  tier: PaidTier,
  at: Date,
): Promise<{ start: Date; end: Date }[]> {
  const { periodStart, periodEnd } = subscriptionPayments;
  const rows = await db
    .select({ start: periodStart, end: periodEnd })
    .from(subscriptionPayments)
    .where(
      and(
        eq(subscriptionPayments.userId, userId),
        eq(subscriptionPayments.tier, tier),
        isKept,
        gt(periodEnd, at),
      ),
    );
  return rows.flatMap(({ start, end }) => (start && end ? { start, end } : []));
}

/**
 * Whether a tier was paid until a moment, and that is where its next payment is due: not where a refund or an operator
 * made it end.
 */
export async function isPeriodEnd(db: Db, userId: string, tier: Tier, moment: Date | null): Promise<boolean> {
  if (moment === null) return false;
  const { periodEnd } = subscriptionPayments;
  const [row] = await db
    .select({ until: max(periodEnd) })
    .from(subscriptionPayments)
    .where(and(eq(subscriptionPayments.userId, userId), eq(subscriptionPayments.tier, tier), isKept));
  return row?.until?.getTime() === moment.getTime();
}

/** Whether a payment has to go back and has not yet. */
function isRefundDue({ paymentStatus, refundReason }: PaymentRow): boolean {
  return paymentStatus === "completed" && refundReason !== null;
}

/** Whether the provider is still to be asked to give it back. */
export function isRefundToGive(payment: PaymentRow): boolean {
  return isRefundDue(payment) && payment.refundRefusal === null;
}

/** Notes that the provider will never give a refund, by its code. */
export async function setRefundRefusal(db: Db, id: string, refundRefusal: string): Promise<void> {
  await db.update(subscriptionPayments).set({ refundRefusal }).where(eq(subscriptionPayments.id, id));
}

type NewPayment = Omit<
  typeof subscriptionPayments.$inferInsert,
  "id" | "paymentStatus" | (typeof SUBSCRIPTION_PAYMENT_ID)[PaymentProvider]
> & { paymentMethod: PaymentProvider; providerPaymentId: string };

/** Books a payment. Answers its id. @throws the driver's error when it is booked already */
export async function insertPayment(
  db: Db,
  { paymentMethod, providerPaymentId, ...payment }: NewPayment,
): Promise<string> {
  const providerIds = { [SUBSCRIPTION_PAYMENT_ID[paymentMethod]]: providerPaymentId };
  const [row] = await db
    .insert(subscriptionPayments)
    .values({ ...payment, ...providerIds, paymentStatus: "completed" })
    .returning({ id: subscriptionPayments.id });
  if (!row) throw new Error("an insert returned no row");
  return row.id;
}

export async function setPaymentRefunded(
  db: Db,
  id: string,
  reason: RefundReason,
  refundedAt: Date,
): Promise<void> {
  await db
    .update(subscriptionPayments)
    .set({ paymentStatus: "refunded", refundReason: reason, refundedAt })
    .where(eq(subscriptionPayments.id, id));
}

/**
 * Takes up to `limit` subscriptions that it is time to ask the provider about; other servers skip what is taken here. Looking at one decides when
 * its turn comes again; until then it is left alone for a quarter of its age, at most an hour.
 */
export async function claimSubscriptions(
  db: Db,
  { at, limit }: { at: Date; limit: number },
): Promise<Subscription[]> {
  const moment = sql`${at.toISOString()}::timestamptz`;
  return db
    .update(subscriptions)
    .set({
      checkAt: sql`${moment} + greatest(interval '1 minute', least((${moment} - created_at) / 4, interval '1 hour'))`,
    })
    .where(
      sql`${subscriptions.id} in (
        select id from ${subscriptions} where check_at <= ${moment} order by check_at limit ${limit}
        for update skip locked)`,
    )
    .returning(columns);
}
