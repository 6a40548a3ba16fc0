import {
  and,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  max,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db, Tx } from "@/db/client";
import { AGREEMENT_ID, firstOf, PROVIDER_IDS, SUBSCRIPTION_PAYMENT_ID } from "@/db/provider-ids";
import { subscriptionPayments, subscriptions, users } from "@/db/schema";
import { dueRows, pick, timestamptz } from "@/db/statement";
import { writeMail } from "@/lib/domain/messages/write-messages";
import { attachOnce } from "@/lib/domain/payments/payable-table";
import type { PaidTier, PaymentProvider, SubscriptionState, Tier } from "@/lib/ground/vocabulary";
import { type Entitlement, REMINDED_BEFORE } from "./rules";
import type { Subscription } from "./types";

const columns = {
  ...pick(subscriptions, "id", "userId"),
  tier: sql<PaidTier>`${subscriptions.tier}`,
  ...pick(subscriptions, "amount", "currency", "locale", "returnPath", "paymentMethod"),
  providerId: firstOf(PROVIDER_IDS.subscription),
  ...pick(subscriptions, "status", "createdAt", "endRequestedAt", "endedAt", "paymentAwaitedSince"),
};

/** Inserts a pending subscription; does nothing if the id exists. */
export async function insertSubscription(
  db: Db,
  subscription: typeof subscriptions.$inferInsert,
): Promise<void> {
  await db.insert(subscriptions).values(subscription).onConflictDoNothing({ target: subscriptions.id });
}

export async function findSubscription(db: Db, id: string): Promise<Subscription | null> {
  if (!isUuid(id)) return null;
  const [row] = await db.select(columns).from(subscriptions).where(eq(subscriptions.id, id));
  return row ?? null;
}

/** The subscription of an agreement's id, or of the id that its creation returned. */
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

/** A subscription, locked until the transaction ends. */
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
 * Stores the provider's id of the approval page (`asked`) or of the agreement (`agreed`), once. Returns false if
 * another one is stored already.
 */
export function attachSubscription(
  db: Db,
  { id, paymentMethod }: Pick<Subscription, "id" | "paymentMethod">,
  kind: "asked" | "agreed",
  providerId: string,
): Promise<boolean> {
  return attachOnce(db, subscriptions, { id, name: AGREEMENT_ID[paymentMethod][kind], providerId });
}

/** `endsAt` is when the tier ends: later than its expiry while a renewal may still come (D40). */
type StoredEntitlement = Entitlement & { cancelled: boolean; endsAt: Date | null };

const paidUntil = sql<Date | null>`coalesce(${users.subscriptionPaidUntil}, ${users.subscriptionExpiry})`;

/** A person's entitlement, and whether it was cancelled. */
export async function selectEntitlement(db: Db, userId: string): Promise<StoredEntitlement> {
  const [row] = await entitlementOf(db, userId);
  if (!row) throw new Error(`person ${userId} vanished`);
  return row;
}

/** The same, with the person's row locked until the transaction ends. */
export async function lockEntitlement(tx: Tx, userId: string): Promise<StoredEntitlement> {
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

/** Stores a person's entitlement. Of one that ends they are reminded shortly before. */
export async function setEntitlement(
  tx: Tx,
  userId: string,
  { tier, expiry, endsAt, cancelled }: StoredEntitlement,
  at: Date,
): Promise<void> {
  await tx
    .update(users)
    .set({
      subscriptionTier: tier,
      subscriptionExpiry: endsAt,
      subscriptionPaidUntil: endsAt?.getTime() === expiry?.getTime() ? null : expiry,
      subscriptionCancelled: cancelled,
    })
    .where(eq(users.id, userId));
  if (!cancelled || endsAt === null || endsAt <= at) return;
  const dueAt = new Date(Math.max(at.getTime(), endsAt.getTime() - REMINDED_BEFORE));
  await writeMail(tx, { kind: "subscription_ending", cause: endsAt.toISOString(), userId, at, dueAt });
}

/** A payment that bought a period, and was neither reversed nor withdrawn. */
const isCredited = and(
  isNotNull(subscriptionPayments.grantedAt),
  eq(subscriptionPayments.paymentStatus, "completed"),
  isNull(subscriptionPayments.withdrawnAt),
);

/** A person's agreements whose end neither we requested nor the provider reported. */
const isContinuing = (userId: string) =>
  and(eq(subscriptions.userId, userId), isNull(subscriptions.endRequestedAt), isNull(subscriptions.endedAt));

/** The tiers of a person's active agreements that continue, except one, whether or not they were ever paid. */
export async function selectRenewing(
  db: Db,
  userId: string,
  { except }: { except?: string } = {},
): Promise<PaidTier[]> {
  return activeTiers(db, userId, except === undefined ? undefined : ne(subscriptions.id, except));
}

async function activeTiers(db: Db, userId: string, which: SQL | undefined): Promise<PaidTier[]> {
  const rows = await db
    .select({ tier: columns.tier })
    .from(subscriptions)
    .where(and(isContinuing(userId), eq(subscriptions.status, "active"), which));
  return rows.map(({ tier }) => tier);
}

/**
 * What a person pays for every month, the latest if there are several; null when nothing is collected any more (D49).
 * `failing`: the last payment failed, and the provider may try again.
 */
export async function findOwnAgreement(db: Db, userId: string) {
  const [row] = await db
    .select({
      tier: columns.tier,
      method: subscriptions.paymentMethod,
      failing: sql<boolean>`${subscriptions.status} = 'suspended'`,
    })
    .from(subscriptions)
    .where(and(isContinuing(userId), inArray(subscriptions.status, ["active", "suspended"])))
    .orderBy(desc(subscriptions.createdAt))
    .limit(1);
  return row ?? null;
}

/**
 * Of those that `selectRenewing` returns: the ones that were paid, or started after a time, so that their first payment
 * may still come.
 */
export async function selectOngoing(db: Db, userId: string, startedAfter: Date): Promise<PaidTier[]> {
  const paid = db
    .select({ id: subscriptionPayments.id })
    .from(subscriptionPayments)
    .where(and(eq(subscriptionPayments.subscriptionId, subscriptions.id), isCredited));
  return activeTiers(db, userId, or(exists(paid), gt(subscriptions.createdAt, startedAfter)));
}

/** Requests the end of a person's running agreements: of one, of all but one, or of all. Returns their number. */
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
        isContinuing(userId),
        inArray(subscriptions.status, ["active", "suspended"]),
        only === undefined ? undefined : eq(subscriptions.id, only),
        except === undefined ? undefined : ne(subscriptions.id, except),
      ),
    )
    .returning({ id: subscriptions.id });
  return rows.length;
}

/** A person's agreements that have to be ended at the provider. */
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

/** Stores what became of a subscription; `only` in this state. */
export async function updateSubscription(
  db: Db,
  id: string,
  values: Partial<typeof subscriptions.$inferInsert>,
  only?: SubscriptionState,
): Promise<void> {
  await db
    .update(subscriptions)
    .set(values)
    .where(and(eq(subscriptions.id, id), only && eq(subscriptions.status, only)));
}

const paymentColumns = {
  ...pick(subscriptionPayments, "id", "userId"),
  tier: sql<PaidTier>`${subscriptionPayments.tier}`,
  providerPaymentId: firstOf<string>(PROVIDER_IDS.subscriptionPayment),
  ...pick(subscriptionPayments, "amount", "paymentStatus", "createdAt", "grantedAt", "periodStart"),
  ...pick(subscriptionPayments, "periodEnd", "refundReason", "refundRefusal", "paidAt", "currency"),
  ...pick(subscriptionPayments, "withdrawnAt", "withdrawnAmount", "returnedAmount"),
};

export type PaymentRow = Awaited<ReturnType<typeof selectPayments>>[number];

/** The booked payments of a subscription, oldest first. */
export async function selectPayments(db: Db, subscriptionId: string) {
  return db
    .select(paymentColumns)
    .from(subscriptionPayments)
    .where(eq(subscriptionPayments.subscriptionId, subscriptionId))
    .orderBy(subscriptionPayments.paidAt);
}

/** A person's paid periods of a tier that have not ended at a time. */
export async function selectRemainingPeriods(
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
        isCredited,
        gt(periodEnd, at),
      ),
    );
  return rows.flatMap(({ start, end }) => (start && end ? { start, end } : []));
}

/**
 * Whether a paid period of a tier ends at this time, so that its next payment is due then. False where a refund or an
 * operator set the end.
 */
export async function isPeriodEnd(db: Db, userId: string, tier: Tier, end: Date | null): Promise<boolean> {
  if (end === null) return false;
  const { periodEnd } = subscriptionPayments;
  const [row] = await db
    .select({ until: max(periodEnd) })
    .from(subscriptionPayments)
    .where(and(eq(subscriptionPayments.userId, userId), eq(subscriptionPayments.tier, tier), isCredited));
  return row?.until?.getTime() === end.getTime();
}

/** Whether a payment, or a part of it, has to be refunded, and the provider has not refused to. */
export function isRefundDue({
  paymentStatus,
  refundReason,
  refundRefusal,
  withdrawnAmount,
  returnedAmount,
}: PaymentRow): boolean {
  const isDue = refundReason !== null || (withdrawnAmount ?? 0) > returnedAmount;
  return paymentStatus === "completed" && isDue && refundRefusal === null;
}

type NewPayment = Omit<
  typeof subscriptionPayments.$inferInsert,
  "id" | "paymentStatus" | (typeof SUBSCRIPTION_PAYMENT_ID)[PaymentProvider]
> & { paymentMethod: PaymentProvider; providerPaymentId: string };

/** Inserts a payment and returns its id. @throws the driver's error when it is booked already */
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

/** Stores what became of a payment. */
export async function updatePayment(
  db: Db,
  id: string,
  values: Partial<typeof subscriptionPayments.$inferInsert>,
): Promise<void> {
  await db.update(subscriptionPayments).set(values).where(eq(subscriptionPayments.id, id));
}

/**
 * Claims up to `limit` subscriptions that are due for a check; other servers skip them. Settling one sets its next
 * check; until then it is not claimed again for a quarter of its age, at most an hour.
 */
export async function claimSubscriptions(
  db: Db,
  { at, limit }: { at: Date; limit: number },
): Promise<Subscription[]> {
  const time = timestamptz(at);
  return db
    .update(subscriptions)
    .set({
      checkAt: sql`${time} + greatest(interval '1 minute', least((${time} - created_at) / 4, interval '1 hour'))`,
    })
    .where(dueRows(subscriptions, at, limit))
    .returning(columns);
}

/** A payment of a subscription; null if there is none. */
export async function findPayment(db: Db, id: string) {
  if (!isUuid(id)) return null;
  const [row] = await db
    .select({
      ...paymentColumns,
      ...pick(subscriptionPayments, "subscriptionId", "receiptNumber"),
    })
    .from(subscriptionPayments)
    .where(eq(subscriptionPayments.id, id));
  return row ?? null;
}
