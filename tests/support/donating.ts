import { eq } from "drizzle-orm";
import { expect } from "vitest";
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

/** The books agree with themselves. */
export async function expectBalancedBooks(db: Db): Promise<void> {
  expect(await findDisagreements(db, "Europe/Amsterdam")).toEqual([]);
}
