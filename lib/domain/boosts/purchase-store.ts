import { and, eq, isNull, or, sql } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db, Tx } from "@/db/client";
import { boostPurchases } from "@/db/schema";
import type { PaymentProvider, RefundReason } from "@/lib/ground/vocabulary";
import type { BoostPurchase } from "./types";

const columns = {
  id: boostPurchases.id,
  userId: boostPurchases.userId,
  boostType: boostPurchases.boostType,
  quantity: boostPurchases.quantity,
  totalAmount: boostPurchases.totalAmount,
  currency: boostPurchases.currency,
  paymentMethod: boostPurchases.paymentMethod,
  paymentStatus: boostPurchases.paymentStatus,
  description: boostPurchases.description,
  locale: boostPurchases.locale,
  returnPath: boostPurchases.returnPath,
  stripeCheckoutId: boostPurchases.stripeCheckoutId,
  stripePaymentIntentId: boostPurchases.stripePaymentIntentId,
  paypalOrderId: boostPurchases.paypalOrderId,
  createdAt: boostPurchases.createdAt,
  settledAt: boostPurchases.settledAt,
  grantedAt: boostPurchases.grantedAt,
  refundReason: boostPurchases.refundReason,
  refundRefusal: boostPurchases.refundRefusal,
  captureRefusedAt: boostPurchases.captureRefusedAt,
};

type NewPurchase = Pick<
  BoostPurchase,
  | "id"
  | "userId"
  | "boostType"
  | "quantity"
  | "totalAmount"
  | "currency"
  | "paymentMethod"
  | "description"
  | "locale"
  | "returnPath"
> & { checkAt: Date };

/** Writes a pending purchase; the same id twice stays the first. */
export async function insertPurchase(db: Db, purchase: NewPurchase): Promise<void> {
  await db.insert(boostPurchases).values(purchase).onConflictDoNothing({ target: boostPurchases.id });
}

export async function findPurchase(db: Db, id: string): Promise<BoostPurchase | null> {
  if (!isUuid(id)) return null;
  const [row] = await db.select(columns).from(boostPurchases).where(eq(boostPurchases.id, id));
  return row ?? null;
}

/** A purchase whose row stays locked until the transaction ends. */
export async function lockPurchase(tx: Tx, id: string): Promise<BoostPurchase | null> {
  const [row] = await tx
    .select(columns)
    .from(boostPurchases)
    .where(eq(boostPurchases.id, id))
    .for("no key update");
  return row ?? null;
}

/** Which column holds the payment's own id. */
const PAYMENT = { stripe: "stripePaymentIntentId", paypal: "paypalOrderId" } as const;

export async function findPurchaseByPayment(
  db: Db,
  provider: PaymentProvider,
  paymentId: string,
): Promise<BoostPurchase | null> {
  const [row] = await db
    .select(columns)
    .from(boostPurchases)
    .where(eq(boostPurchases[PAYMENT[provider]], paymentId));
  return row ?? null;
}

type ProviderId = "stripeCheckoutId" | "stripePaymentIntentId" | "paypalOrderId";

/** Notes an id of the provider's for a purchase, once; whether this is the one that stands. */
export async function attachId(db: Db, id: string, column: ProviderId, value: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const rows = await db
    .update(boostPurchases)
    .set({ [column]: value })
    .where(
      and(
        eq(boostPurchases.id, id),
        eq(boostPurchases.paymentMethod, column === "paypalOrderId" ? "paypal" : "stripe"),
        or(isNull(boostPurchases[column]), eq(boostPurchases[column], value)),
      ),
    )
    .returning({ id: boostPurchases.id });
  return rows.length > 0;
}

/** Notes the payment that an event speaks of, once; false if the purchase is not there or has another. */
export async function attachPayment(
  db: Db,
  id: string,
  provider: PaymentProvider,
  paymentId: string,
): Promise<boolean> {
  return attachId(db, id, PAYMENT[provider], paymentId);
}

type Completion = {
  paymentId: string;
  at: Date;
  checkAt: Date;
  /** Null when the boosts are handed out. */
  refundReason: RefundReason | null;
};

export async function setCompleted(
  db: Db,
  { id, paymentMethod }: BoostPurchase,
  { paymentId, at, checkAt, refundReason }: Completion,
): Promise<void> {
  await db
    .update(boostPurchases)
    .set({
      [PAYMENT[paymentMethod]]: paymentId,
      paymentStatus: "completed",
      settledAt: at,
      grantedAt: refundReason ? null : at,
      refundReason,
      checkAt,
    })
    .where(eq(boostPurchases.id, id));
}

export async function setRefunded(db: Db, id: string, reason: RefundReason, at: Date): Promise<void> {
  await db
    .update(boostPurchases)
    .set({ paymentStatus: "refunded", refundReason: reason, refundedAt: at, checkAt: null })
    .where(eq(boostPurchases.id, id));
}

/** Closes a pending purchase that was never paid. */
export async function markPurchaseFailed(db: Db, id: string): Promise<void> {
  await db
    .update(boostPurchases)
    .set({ paymentStatus: "failed", checkAt: null })
    .where(and(eq(boostPurchases.id, id), eq(boostPurchases.paymentStatus, "pending")));
}

/** Notes that an order was refused and may be approved again, unless somebody noted it meanwhile. */
export async function noteCaptureRefused(
  db: Db,
  { id, captureRefusedAt }: Pick<BoostPurchase, "id" | "captureRefusedAt">,
  at: Date,
): Promise<void> {
  const isAsRead = captureRefusedAt
    ? eq(boostPurchases.captureRefusedAt, captureRefusedAt)
    : isNull(boostPurchases.captureRefusedAt);
  await db
    .update(boostPurchases)
    .set({ captureRefusedAt: at })
    .where(and(eq(boostPurchases.id, id), isAsRead));
}

/** Notes that the provider will never give a refund, by its code. */
export async function noteRefundRefusal(db: Db, id: string, refundRefusal: string): Promise<void> {
  await db.update(boostPurchases).set({ refundRefusal }).where(eq(boostPurchases.id, id));
}

/**
 * Takes up to `limit` purchases that it is time to ask the provider about; other servers skip what is taken here. An unfinished one is left
 * alone for a quarter of its age, at most an hour; a settled one until twice the time has passed since its settlement, and `reviewDays` in all.
 */
export async function claimPurchases(
  db: Db,
  { at, reviewDays, limit }: { at: Date; reviewDays: number; limit: number },
): Promise<BoostPurchase[]> {
  const moment = sql`${at.toISOString()}::timestamptz`;
  return db
    .update(boostPurchases)
    .set({
      checkAt: sql`case
        when payment_status <> 'completed' or refund_reason is not null
          then ${moment} + greatest(interval '1 minute', least((${moment} - created_at) / 4, interval '1 hour'))
        when ${moment} + (${moment} - settled_at) < settled_at + make_interval(days => ${reviewDays}::int)
          then ${moment} + (${moment} - settled_at) end`,
    })
    .where(
      sql`${boostPurchases.id} in (
        select id from ${boostPurchases} where check_at <= ${moment} order by check_at limit ${limit}
        for update skip locked)`,
    )
    .returning(columns);
}
