import { eq, type Query, type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import postgres from "postgres";
import { expect, inject } from "vitest";
import { findDisagreements } from "@/db/checks";
import type { Db } from "@/db/client";
import { donations, newId, notifications, requests, users } from "@/db/schema";
import { startDonation } from "@/lib/domain/donations/start-donation";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { handleEvent } from "@/lib/domain/settlement/handle-event";

/** A donation that was started: its row and the provider's payment. */
export type Started = { donationId: string; paymentId: string; clientSecret: string };

/** Starts a donation of decimal `amount`. */
export async function start(
  context: PayoutContext,
  donor: { id: string },
  request: { id: string },
  amount: string,
): Promise<Started> {
  const donationId = newId();
  const { clientSecret } = await startDonation(context, donor, { amount, requestId: request.id }, donationId);
  return { donationId, clientSecret, paymentId: clientSecret.split("_secret_")[0] ?? "" };
}

let events = 0;

/** The card provider sends an event about this payment. */
function event(paymentId: string, id = `evt_${++events}`) {
  return { id, type: "payment_intent.succeeded", paymentId };
}

export function tell(context: PayoutContext, paymentId: string, id?: string): Promise<string> {
  return handleEvent(context, context.card.provider, event(paymentId, id));
}

/** The wallet provider sends an event about this order. */
export function notifyOfOrder(
  context: PayoutContext,
  paymentId: string,
  id = `WH-${++events}`,
): Promise<string> {
  return handleEvent(context, "paypal", { id, type: "PAYMENT.CAPTURE.COMPLETED", paymentId });
}

/** The wallet provider sends an event about this subscription. */
export function notifyOfSubscription(
  context: PayoutContext,
  subscriptionId: string,
  id = `WH-${++events}`,
): Promise<string> {
  const type = "BILLING.SUBSCRIPTION.UPDATED";
  return handleEvent(context, "paypal", { id, type, paymentId: null, subscriptionId });
}

/** The card provider says the same. */
export function notifyOfCardSubscription(
  context: PayoutContext,
  subscriptionId: string,
  id = `evt_${++events}`,
): Promise<string> {
  return handleEvent(context, context.card.provider, {
    id,
    type: "invoice.paid",
    paymentId: null,
    subscriptionId,
  });
}

export async function requestRow(db: Db, id: string) {
  const [row] = await db.select().from(requests).where(eq(requests.id, id));
  return row!;
}

export async function donationRow(db: Db, id: string) {
  const [row] = await db.select().from(donations).where(eq(donations.id, id));
  return row!;
}

export async function userRow(db: Db, id: string) {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row!;
}

export function notificationsOf(db: Db, userId: string) {
  return db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(notifications.createdAt);
}

const TIME_ZONE = "Europe/Amsterdam";
const sessions = new WeakMap<Db, Promise<() => Promise<boolean>>>();

/**
 * The books agree with themselves. The checks have a session of their own, which plans each once and is asked for all
 * at once: that takes a seventh of the time. It ends with its database.
 */
export async function expectBalancedBooks(db: Db): Promise<void> {
  const session = sessions.get(db) ?? openSession(db);
  sessions.set(db, session);
  if (await (await session)().catch(() => false)) return;
  // Something disagrees, or the session was lost.
  sessions.delete(db);
  expect(await findDisagreements(db, TIME_ZONE)).toEqual([]);
}

/** Asks whether all of the checks find nothing. */
async function openSession(db: Db): Promise<() => Promise<boolean>> {
  const dialect = new PgDialect({ casing: "snake_case" });
  const checks: Query[] = [];
  const execute = async (check: SQL) => checks.push(dialect.sqlToQuery(check)) && [];
  await findDisagreements({ execute } as unknown as Db, TIME_ZONE);
  const [at] = await db.execute<{ name: string }>(sql`select current_database() as name`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = at?.name ?? "";
  const connection = { plan_cache_mode: "force_generic_plan" };
  const session = postgres(url.href, { max: 1, onnotice: () => undefined, connection });
  await session.unsafe(checks.map(({ sql }, n) => `prepare check_${n} as ${sql}`).join(";"));
  const runs = checks.map(({ params }, n) => {
    const values = params.map((value) => `'${value}'`).join();
    return `execute check_${n}${values && `(${values})`}`;
  });
  return async () => {
    const found = await session.unsafe<unknown[][]>(runs.join(";"));
    return found.length === runs.length && found.every((rows) => rows.length === 0);
  };
}
