import { and, desc, eq, gt, isNotNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { boostPurchases, cardAttempts, donations, subscriptions } from "@/db/schema";
import type { Declined } from "./card-testing";

/** A card payment that somebody begins; `address` is hashed. */
export type CardAttempt = { paymentId: string; userId: string; address: string };

/** Notes a card payment; the same one twice stays the first. */
export async function insertAttempt(db: Db, attempt: CardAttempt): Promise<void> {
  await db.insert(cardAttempts).values(attempt).onConflictDoNothing();
}

/** Notes how often cards were declined on a payment in all. Answers whose it is; null for one that was never noted, or is forgotten. */
export async function raiseDeclines(
  db: Db,
  { paymentId, declines, at }: { paymentId: string; declines: number; at: Date },
): Promise<string | null> {
  const isMore = sql`${cardAttempts.declines} < ${declines}`;
  const [row] = await db
    .update(cardAttempts)
    .set({
      declines: sql`greatest(${cardAttempts.declines}, ${declines})`,
      declinedAt: sql`case when ${isMore} then ${at.toISOString()}::timestamptz else ${cardAttempts.declinedAt} end`,
    })
    .where(eq(cardAttempts.paymentId, paymentId))
    .returning({ userId: cardAttempts.userId });
  return row?.userId ?? null;
}

/** How often a person's cards were declined since a moment. */
export async function declinedOf(db: Db, userId: string, since: Date): Promise<Declined> {
  const [row] = await db
    .select({
      count: sql<number>`coalesce(sum(${cardAttempts.declines}), 0)::integer`,
      lastAt: sql<Date | null>`max(${cardAttempts.declinedAt})`.mapWith(cardAttempts.declinedAt),
    })
    .from(cardAttempts)
    .where(and(eq(cardAttempts.userId, userId), gt(cardAttempts.declinedAt, since)));
  return row ?? { count: 0, lastAt: null };
}

/** How often cards were declined that were tried from an address since a moment, of each person at most `perPerson` times. */
export async function declinedAt(
  db: Db,
  { address, since, perPerson }: { address: string; since: Date; perPerson: number },
): Promise<Declined> {
  const people = db
    .select({
      count: sql<number>`least(sum(${cardAttempts.declines}), ${perPerson}::integer)`.as("count"),
      lastAt: sql`max(${cardAttempts.declinedAt})`.as("last_at"),
    })
    .from(cardAttempts)
    .where(
      and(
        eq(cardAttempts.address, address),
        gt(cardAttempts.declinedAt, since),
        gt(cardAttempts.declines, 0),
      ),
    )
    .groupBy(cardAttempts.userId)
    .as("people");
  const [row] = await db
    .select({
      count: sql<number>`coalesce(sum(${people.count}), 0)::integer`,
      lastAt: sql<Date | null>`max(${people.lastAt})`.mapWith(cardAttempts.declinedAt),
    })
    .from(people);
  return row ?? { count: 0, lastAt: null };
}

/** The card provider's ids of what a person began and nobody has paid yet. */
export async function selectOpenOf(
  db: Db,
  userId: string,
): Promise<{ paymentId: string | null; checkoutId: string | null }[]> {
  return db
    .select({
      paymentId: donations.stripePaymentIntentId,
      checkoutId: sql<
        string | null
      >`coalesce(${boostPurchases.stripeCheckoutId}, ${subscriptions.stripeCheckoutId})`,
    })
    .from(cardAttempts)
    .leftJoin(
      donations,
      and(eq(donations.id, cardAttempts.paymentId), eq(donations.paymentStatus, "pending")),
    )
    .leftJoin(
      boostPurchases,
      and(eq(boostPurchases.id, cardAttempts.paymentId), eq(boostPurchases.paymentStatus, "pending")),
    )
    .leftJoin(
      subscriptions,
      and(eq(subscriptions.id, cardAttempts.paymentId), eq(subscriptions.status, "pending")),
    )
    .where(
      and(
        eq(cardAttempts.userId, userId),
        or(
          isNotNull(donations.stripePaymentIntentId),
          isNotNull(boostPurchases.stripeCheckoutId),
          isNotNull(subscriptions.stripeCheckoutId),
        ),
      ),
    );
}

/** Somebody whose cards were declined, on how many payments and from how many addresses. */
export type DeclinedPerson = {
  personId: string;
  declines: number;
  payments: number;
  addresses: number;
  lastAt: Date;
};

/** People whose cards were declined since a moment, most often first. */
export async function selectDeclinedPeople(db: Db, since: Date, limit: number): Promise<DeclinedPerson[]> {
  const declines = sql<number>`sum(${cardAttempts.declines})::integer`;
  return db
    .select({
      personId: cardAttempts.userId,
      declines,
      payments: sql<number>`count(*)::integer`,
      addresses: sql<number>`count(distinct ${cardAttempts.address})::integer`,
      lastAt: sql<Date>`max(${cardAttempts.declinedAt})`.mapWith(cardAttempts.declinedAt),
    })
    .from(cardAttempts)
    .where(gt(cardAttempts.declinedAt, since))
    .groupBy(cardAttempts.userId)
    .orderBy(desc(declines), cardAttempts.userId)
    .limit(limit);
}

/** Forgets attempts that were begun before a moment. */
export async function deleteAttemptsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(cardAttempts).where(lt(cardAttempts.createdAt, before));
}
