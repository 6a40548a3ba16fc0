import { and, asc, eq, inArray, or } from "drizzle-orm";
import type { Db } from "@/db/client";
import {
  auditEntries,
  boostEntries,
  donationReturns,
  holds,
  ledgerEntries,
  notifications,
  payoutDonations,
  payouts,
  providerEvents,
  transferReturns,
  transfers,
} from "@/db/schema";
import type { PaymentKind, PaymentRecord, TimelineEntry } from "./types";

/** The column that names the payment in the ledger, boost entries and notifications. */
const CAUSE = {
  donation: "donationId",
  boost_purchase: "boostPurchaseId",
  subscription_payment: "subscriptionPaymentId",
} as const satisfies Record<PaymentKind, keyof typeof ledgerEntries & keyof typeof notifications>;

const EMPTY = { amount: null, personId: null, note: null };

/** The ledger entries of a payment; of a donation also those of its partial refunds and of its way to the recipient. */
async function selectLedgerEntries(db: Db, { kind, id }: PaymentRecord): Promise<TimelineEntry[]> {
  const isOfPayment = eq(ledgerEntries[CAUSE[kind]], id);
  const parts = db
    .select({ id: donationReturns.id })
    .from(donationReturns)
    .where(eq(donationReturns.donationId, id));
  const moves = db.select({ id: transfers.id }).from(transfers).where(eq(transfers.donationId, id));
  const returns = db
    .select({ id: transferReturns.id })
    .from(transferReturns)
    .where(inArray(transferReturns.transferId, moves));
  const rows = await db
    .select()
    .from(ledgerEntries)
    .where(
      kind === "donation"
        ? or(
            isOfPayment,
            inArray(ledgerEntries.donationReturnId, parts),
            inArray(ledgerEntries.transferId, moves),
            inArray(ledgerEntries.transferReturnId, returns),
          )
        : isOfPayment,
    )
    .orderBy(asc(ledgerEntries.id));
  return rows.map(({ createdAt: at, kind: what, account, amount, userId: personId }) => ({
    at,
    source: "ledger",
    what: `${what}: ${account}`,
    amount,
    personId,
    note: null,
  }));
}

/** The boosts granted or revoked because of a payment; none for a donation. */
async function selectBoostEntries(db: Db, { kind, id }: PaymentRecord): Promise<TimelineEntry[]> {
  if (kind === "donation") return [];
  const rows = await db
    .select()
    .from(boostEntries)
    .where(eq(boostEntries[CAUSE[kind]], id))
    .orderBy(asc(boostEntries.id));
  return rows.map(({ createdAt: at, kind: what, boostType, quantity, userId: personId }) => ({
    ...EMPTY,
    at,
    source: "boosts",
    what: `${what}: ${quantity > 0 ? "+" : ""}${quantity} ${boostType}`,
    personId,
  }));
}

/** The payouts that a donation was in, with what of each it is. */
async function selectPayouts(db: Db, { id }: PaymentRecord): Promise<TimelineEntry[]> {
  const rows = await db
    .select({
      payoutId: payouts.id,
      amount: payoutDonations.amount,
      personId: payouts.userId,
      failureCode: payouts.failureCode,
      created: payouts.createdAt,
      sent: payouts.sentAt,
      paid: payouts.paidAt,
      failed: payouts.failedAt,
    })
    .from(payoutDonations)
    .innerJoin(payouts, eq(payouts.id, payoutDonations.payoutId))
    .where(eq(payoutDonations.donationId, id));
  return rows.flatMap(({ payoutId, amount, personId, failureCode, ...times }) =>
    Object.entries(times).flatMap(([what, at]) => {
      const note = what === "failed" && failureCode !== null ? `${payoutId}: ${failureCode}` : payoutId;
      return at ? [{ at, source: "payout" as const, what, amount, personId, note }] : [];
    }),
  );
}

/** The holds of a donation alone; those of its request and its recipient are in `payouts show`. */
async function selectHolds(db: Db, { id }: PaymentRecord): Promise<TimelineEntry[]> {
  const rows = await db.select().from(holds).where(eq(holds.donationId, id));
  return rows.flatMap(({ cause, decision, placedAt, liftedAt }) => [
    { ...EMPTY, at: placedAt, source: "hold" as const, what: `placed: ${cause}`, note: decision },
    ...(liftedAt ? [{ ...EMPTY, at: liftedAt, source: "hold" as const, what: `lifted: ${cause}` }] : []),
  ]);
}

/** The provider's events about a payment, with their outcome. */
async function selectProviderEvents(db: Db, { providerId }: PaymentRecord): Promise<TimelineEntry[]> {
  if (providerId === null) return [];
  const rows = await db
    .select()
    .from(providerEvents)
    .where(eq(providerEvents.paymentId, providerId))
    .orderBy(asc(providerEvents.receivedAt));
  return rows.map(({ receivedAt: at, type, handledAt, outcome }) => ({
    ...EMPTY,
    at,
    source: "provider",
    what: type,
    note: handledAt ? outcome : "not handled yet",
  }));
}

/** The notifications about a payment. */
async function selectNotifications(db: Db, payment: PaymentRecord): Promise<TimelineEntry[]> {
  const people = [payment.payerId, payment.recipientId].filter((person) => person !== null);
  const rows = await db
    .select({
      at: notifications.createdAt,
      what: notifications.type,
      amount: notifications.amount,
      personId: notifications.userId,
      note: notifications.reason,
    })
    .from(notifications)
    .where(and(inArray(notifications.userId, people), eq(notifications[CAUSE[payment.kind]], payment.id)));
  return rows.map((row) => ({ source: "notification", ...row }));
}

/** What operators did to a payment. */
async function selectOperatorActions(db: Db, { id }: PaymentRecord): Promise<TimelineEntry[]> {
  const rows = await db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, id))
    .orderBy(asc(auditEntries.id));
  return rows.map(({ createdAt: at, action, operator, reason }) => ({
    ...EMPTY,
    at,
    source: "operator",
    what: action,
    note: reason === null ? operator : `${operator}: ${reason}`,
  }));
}

/** What causes something, and what is caused. */
export const CAUSES = [selectProviderEvents, selectOperatorActions];
export const EFFECTS = [
  selectLedgerEntries,
  selectBoostEntries,
  selectPayouts,
  selectHolds,
  selectNotifications,
];
