import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { AGREEMENT_ID, firstOf, PAGE_ID, PAYMENT_ID } from "@/db/provider-ids";
import { boostPurchases, cardAttempts, donations, subscriptions } from "@/db/schema";
import { timestamptz } from "@/db/statement";
import type { Declined } from "./card-testing";

const ATTEMPTS_LOCK = 43;

/** A card payment that somebody starts; `address` is a hash. */
export type CardAttempt = {
  paymentId: string;
  /** A person, or a guest's address as an id. */
  payerId: string;
  address: string;
  giftLinkId: string | null;
};

/** A card payment at the provider; `providerId` names its payment or its page. */
export type OpenAttempt = { id: string; providerId: string };

/**
 * Stores a card attempt, once per payment. Marks the person's oldest open attempts beyond `limit` as ended and returns
 * them. A lock per person serializes the calls. The ids at the provider are read after the commit: whoever opens one of
 * these payments stores its id first and then asks whether it was ended, so one of the two sees the other.
 */
export async function insertAttempt(
  db: Db,
  attempt: CardAttempt,
  { at, preparingSince, limit }: { at: Date; preparingSince: Date; limit: number },
): Promise<OpenAttempt[]> {
  const ended = await db.transaction(async (tx) => {
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${attempt.payerId}, ${ATTEMPTS_LOCK}))`,
    );
    await tx
      .insert(cardAttempts)
      .values({ ...attempt, createdAt: at })
      .onConflictDoNothing();
    const open = await tx
      .select({ id: cardAttempts.paymentId })
      .from(cardAttempts)
      .leftJoin(donations, eq(donations.id, cardAttempts.paymentId))
      .leftJoin(boostPurchases, eq(boostPurchases.id, cardAttempts.paymentId))
      .leftJoin(subscriptions, eq(subscriptions.id, cardAttempts.paymentId))
      .where(
        and(
          eq(cardAttempts.payerId, attempt.payerId),
          isNull(cardAttempts.endedAt),
          or(
            eq(donations.paymentStatus, "pending"),
            eq(boostPurchases.paymentStatus, "pending"),
            eq(subscriptions.status, "pending"),
            and(
              isNull(donations.id),
              isNull(boostPurchases.id),
              isNull(subscriptions.id),
              gt(cardAttempts.createdAt, preparingSince),
            ),
          ),
        ),
      )
      .orderBy(desc(cardAttempts.createdAt), desc(cardAttempts.paymentId))
      .offset(limit);
    return markEnded(
      tx,
      inArray(
        cardAttempts.paymentId,
        open.map(({ id }) => id),
      ),
      at,
    );
  });
  return selectAtProvider(db, inArray(cardAttempts.paymentId, ended));
}

/** Marks all open attempts of a person as ended and returns them. */
export async function endAttemptsOf(db: Db, payerId: string, at: Date): Promise<OpenAttempt[]> {
  const ended = await markEnded(db, and(eq(cardAttempts.payerId, payerId), isNull(cardAttempts.endedAt)), at);
  return selectAtProvider(db, inArray(cardAttempts.paymentId, ended));
}

async function markEnded(db: Db, which: SQL | undefined, at: Date): Promise<string[]> {
  const ended = await db
    .update(cardAttempts)
    .set({ endedAt: at })
    .where(which)
    .returning({ id: cardAttempts.paymentId });
  return ended.map(({ id }) => id);
}

/** Marks an attempt as open again, because the provider could not end it. */
export async function reopenAttempt(db: Db, paymentId: string): Promise<void> {
  await db.update(cardAttempts).set({ endedAt: null }).where(eq(cardAttempts.paymentId, paymentId));
}

/** Whether a card payment was ended while the provider was opening it. */
export async function isEnded(db: Db, paymentId: string): Promise<boolean> {
  const ended = and(eq(cardAttempts.paymentId, paymentId), isNotNull(cardAttempts.endedAt));
  return (await db.$count(cardAttempts, ended)) > 0;
}

/**
 * Raises the number of declined cards of a payment. Returns the person who pays; null if the payment is not an attempt.
 */
export async function raiseDeclines(
  db: Db,
  { paymentId, declines, at }: { paymentId: string; declines: number; at: Date },
): Promise<string | null> {
  const isMore = sql`${cardAttempts.declines} < ${declines}`;
  const [row] = await db
    .update(cardAttempts)
    .set({
      declines: sql`greatest(${cardAttempts.declines}, ${declines})`,
      declinedAt: sql`case when ${isMore} then ${timestamptz(at)} else ${cardAttempts.declinedAt} end`,
    })
    .where(eq(cardAttempts.paymentId, paymentId))
    .returning({ payerId: cardAttempts.payerId });
  return row?.payerId ?? null;
}

/** The declines since a time of a person, at an address or by a gift link, at most `perPerson` for each person. */
export async function selectDeclined(
  db: Db,
  {
    by,
    value,
    since,
    perPerson = null,
  }: {
    by: "payerId" | "address" | "giftLinkId";
    value: string;
    since: Date;
    perPerson?: number | null;
  },
): Promise<Declined> {
  const people = db
    .select({
      count: sql<number>`least(sum(${cardAttempts.declines}), ${perPerson}::integer)`.as("count"),
      lastAt: sql`max(${cardAttempts.declinedAt})`.as("last_at"),
    })
    .from(cardAttempts)
    .where(and(eq(cardAttempts[by], value), gt(cardAttempts.declinedAt, since), gt(cardAttempts.declines, 0)))
    .groupBy(cardAttempts.payerId)
    .as("people");
  const [row] = await db
    .select({
      count: sql<number>`coalesce(sum(${people.count}), 0)::integer`,
      lastAt: sql<Date | null>`max(${people.lastAt})`.mapWith(cardAttempts.declinedAt),
    })
    .from(people);
  return row ?? { count: 0, lastAt: null };
}

/** A person's attempts that are neither paid nor ended. */
export async function selectOpenOf(db: Db, payerId: string): Promise<OpenAttempt[]> {
  return selectAtProvider(db, and(eq(cardAttempts.payerId, payerId), isNull(cardAttempts.endedAt)));
}

/** Unpaid attempts that have an id at the provider. */
async function selectAtProvider(db: Db, which: SQL | undefined): Promise<OpenAttempt[]> {
  const providerId = firstOf<string>([
    donations[PAYMENT_ID.stripe],
    boostPurchases[PAGE_ID.stripe],
    subscriptions[AGREEMENT_ID.stripe.asked],
  ]);
  return db
    .select({ id: cardAttempts.paymentId, providerId })
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
    .where(and(which, isNotNull(providerId)));
}

/** A person whose cards were declined, or a guest's address as an id, with the number of payments and addresses. */
export type DeclinedPerson = {
  personId: string;
  declines: number;
  payments: number;
  addresses: number;
  lastAt: Date;
};

/** People whose cards were declined since a time, most often first. */
export async function selectDeclinedPeople(db: Db, since: Date, limit: number): Promise<DeclinedPerson[]> {
  const declines = sql<number>`sum(${cardAttempts.declines})::integer`;
  return db
    .select({
      personId: cardAttempts.payerId,
      declines,
      payments: sql<number>`count(*)::integer`,
      addresses: sql<number>`count(distinct ${cardAttempts.address})::integer`,
      lastAt: sql<Date>`max(${cardAttempts.declinedAt})`.mapWith(cardAttempts.declinedAt),
    })
    .from(cardAttempts)
    .where(gt(cardAttempts.declinedAt, since))
    .groupBy(cardAttempts.payerId)
    .orderBy(desc(declines), cardAttempts.payerId)
    .limit(limit);
}

/** Deletes attempts that were started before a time. */
export async function deleteAttemptsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(cardAttempts).where(lt(cardAttempts.createdAt, before));
}
