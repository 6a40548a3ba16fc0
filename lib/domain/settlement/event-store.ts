import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { PAYMENT_ID, SUBSCRIPTION_PAYMENT_ID } from "@/db/provider-ids";
import { boostPurchases, donations, providerEvents, subscriptionPayments } from "@/db/schema";
import { placeholders, preparedQuery, statement, timestamptz } from "@/db/statement";
import { REVIEW_DAYS } from "@/lib/domain/payments/rules";
import { DONATION_METHODS, type PaymentProvider } from "@/lib/ground/vocabulary";
import type { ProviderEvent } from "@/lib/providers/gateway";
import type { Purpose } from "./payables";

/** An event as it is stored: once for its source and id. `about`: the provider's id of what it names. */
export type RecordedEvent = { source: string; id: string; type: string; about: string | null };

/** Stores an event, once; returns whether it was handled before. */
export async function recordEvent(
  db: Db,
  { source, id, type, about }: RecordedEvent,
  at: Date,
): Promise<{ handled: boolean }> {
  const inserted = await insertOnce(db).execute({
    provider: source,
    eventId: id,
    type,
    paymentId: about,
    at,
  });
  if (inserted.length > 0) return { handled: false };
  const [row] = await db
    .select({ handledAt: providerEvents.handledAt })
    .from(providerEvents)
    .where(and(eq(providerEvents.provider, source), eq(providerEvents.eventId, id)));
  return { handled: row?.handledAt != null };
}

/** Marks an event as handled, with the outcome. */
export async function markHandled(
  db: Db,
  { source, id }: RecordedEvent,
  outcome: string,
  at: Date,
): Promise<void> {
  await setHandled(db).execute({ provider: source, eventId: id, outcome, at });
}

const insertOnce = preparedQuery((db) =>
  db
    .insert(providerEvents)
    .values({
      provider: sql.placeholder("provider"),
      eventId: sql.placeholder("eventId"),
      type: sql.placeholder("type"),
      paymentId: sql.placeholder("paymentId"),
      receivedAt: sql.placeholder("at"),
    })
    .onConflictDoNothing()
    .returning({ eventId: providerEvents.eventId })
    .prepare("record_event"),
);

const setHandled = preparedQuery((db) =>
  db
    .update(providerEvents)
    .set({
      handledAt: sql`${sql.param(sql.placeholder("at"), providerEvents.handledAt)}`,
      outcome: sql`${sql.placeholder("outcome")}`,
    })
    .where(
      and(
        eq(providerEvents.provider, sql.placeholder("provider")),
        eq(providerEvents.eventId, sql.placeholder("eventId")),
      ),
    )
    .prepare("mark_handled"),
);

/** The row that a payment was made for. */
type Subject = { purpose: Purpose | "subscription"; id: string };

/** The row that a provider's payment was made for; null if no row has this payment. */
export async function findSubject(
  db: Db,
  provider: PaymentProvider,
  paymentId: string,
): Promise<Subject | null> {
  const [subject] = (await SUBJECT_BY.get(provider)?.(db, { paymentId })) ?? [];
  return subject ?? null;
}

type SubjectQuery = (db: Db, values: { paymentId: string }) => Promise<Subject[]>;

const { paymentId } = placeholders("paymentId");

const SUBJECT_BY = new Map(DONATION_METHODS.map((provider) => [provider, subjectBy(provider)]));

/** One query that reads a unique index for each purpose. */
function subjectBy(provider: PaymentProvider): SubjectQuery {
  return statement(
    () => sql`
      select 'donation' as purpose, id from ${donations}
      where ${donations[PAYMENT_ID[provider]]} = ${paymentId}
      union all
      select 'boost_purchase', id from ${boostPurchases}
      where ${boostPurchases[PAYMENT_ID[provider]]} = ${paymentId}
      union all
      select 'subscription', subscription_id from ${subscriptionPayments}
      where ${subscriptionPayments[SUBSCRIPTION_PAYMENT_ID[provider]]} = ${paymentId}`,
  );
}

/** Checks are spread over this time, so that all of them happen within the hour. */
const WITHIN = sql.raw("interval '45 minutes'");

/**
 * Schedules a check within the hour for every settled payment of this amount (cents) at a provider: one of them was
 * reversed, and the provider does not say which. Returns their number.
 */
export async function reviewSoon(
  db: Db,
  provider: PaymentProvider,
  { of, amount }: NonNullable<ProviderEvent["unnamedReversal"]>,
  at: Date,
): Promise<number> {
  const time = timestamptz(at);
  const soon = sql`least(check_at, ${time} + random() * ${WITHIN})`;
  const since = sql`${time} - make_interval(days => ${REVIEW_DAYS}::int)`;
  const rows =
    of === "subscription"
      ? await db.execute(sql`
          update subscriptions set check_at = ${soon}
          where payment_method = ${provider} and id in (
            select subscription_id from subscription_payments
            where payment_status = 'completed' and amount = ${amount} and paid_at > ${since})
          returning id`)
      : await db.execute(sql`
          with donation_rows as (
            update donations set check_at = ${soon}
            where payment_status = 'completed' and payment_method = ${provider}
              and amount + service_fee = ${amount} and settled_at > ${since}
            returning id),
          purchase_rows as (
            update boost_purchases set check_at = ${soon}
            where payment_status = 'completed' and payment_method = ${provider}
              and total_amount = ${amount} and settled_at > ${since}
            returning id)
          select id from donation_rows union all select id from purchase_rows`);
  return rows.length;
}
