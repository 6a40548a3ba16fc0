import { findDisagreements } from "@/db/checks";
import type { Db } from "@/db/client";
import { boostPurchases, donations, subscriptionPayments } from "@/db/schema";
import { now } from "@/lib/ground/clock";
import type { PaymentState } from "@/lib/ground/vocabulary";
import type { ProviderState } from "./system";

/** A provider's record of a payment, in the words of the books. */
type Known = { id: string; taken: boolean; wentBack: boolean; disputed: boolean };

/** A row of the books about money. */
type Row = { paymentStatus: PaymentState; bookedAt: Date | null };

/**
 * The books agree with themselves and with the providers' records: each payment that was taken is booked or refunded,
 * and nothing else is.
 */
export async function verifyBooks(db: Db, record: ProviderState): Promise<void> {
  const known = [...cardPayments(record), ...walletPayments(record)];
  const found = await findDisagreements(db, "Europe/Amsterdam");
  if (found.length > 0) throw new Error(`the books disagree: ${JSON.stringify(found)}`);
  const given = await db.select().from(donations);
  const bought = await db.select().from(boostPurchases);
  const renewed = await db.select().from(subscriptionPayments);
  const rows = new Map<string, Row>([
    ...given.map(
      (row) =>
        [row.stripePaymentIntentId ?? row.paypalOrderId ?? row.id, booked(row, row.creditedAt)] as const,
    ),
    ...bought.map(
      (row) =>
        [row.stripePaymentIntentId ?? row.paypalOrderId ?? row.id, booked(row, row.grantedAt)] as const,
    ),
    ...renewed.map(
      (row) =>
        [row.stripePaymentIntentId ?? row.paypalPaymentId ?? row.id, booked(row, row.grantedAt)] as const,
    ),
  ]);
  for (const payment of known) expectBooked(payment, rows.get(payment.id));
  const taken = new Set(known.filter((payment) => payment.taken).map(({ id }) => id));
  for (const [id, { paymentStatus }] of rows) {
    const isSettled = paymentStatus === "completed" || paymentStatus === "refunded";
    if (isSettled && !taken.has(id))
      throw new Error(`${id} is ${paymentStatus} in the books and was never taken`);
  }
  for (const { id, createdAt } of given) {
    if (createdAt > now()) throw new Error(`donation ${id} is from the future`);
  }
}

function booked({ paymentStatus }: { paymentStatus: PaymentState }, bookedAt: Date | null): Row {
  return { paymentStatus, bookedAt };
}

function cardPayments({ payment_intents, charges, disputes }: ProviderState): Known[] {
  return payment_intents.map(({ id, status }) => {
    const of = disputes.filter((dispute) => dispute.payment_intent === id);
    return {
      id,
      taken: status === "succeeded",
      wentBack:
        charges.some((charge) => charge.payment_intent === id && charge.refunded) ||
        of.some((dispute) => dispute.status === "lost"),
      disputed: of.some((dispute) => /needs_response|under_review/.test(dispute.status)),
    };
  });
}

/** An order is known by its own id, a payment of a subscription by the payment's. */
function walletPayments({ wallet }: ProviderState): Known[] {
  return wallet.payments.map(({ id, of, status }) => {
    const disputes = wallet.disputes.filter((dispute) => dispute.payment === id);
    return {
      id: of.order ?? id,
      taken: /^(COMPLETED|PARTIALLY_REFUNDED|REFUNDED)$/.test(status),
      wentBack:
        status === "REFUNDED" || disputes.some((dispute) => dispute.outcome === "RESOLVED_BUYER_FAVOUR"),
      disputed: disputes.some((dispute) => dispute.outcome === null),
    };
  });
}

function expectBooked({ id, taken, wentBack, disputed }: Known, row: Row | undefined): void {
  const expected: (PaymentState | undefined)[] = !taken
    ? ["pending", "failed", undefined]
    : wentBack
      ? ["refunded"]
      : ["completed"];
  if (!expected.includes(row?.paymentStatus)) {
    const there = `${taken ? "taken" : "not taken"}${wentBack ? ", gone back" : ""}${disputed ? ", disputed" : ""}`;
    throw new Error(`${id} is ${there} at the provider and ${row?.paymentStatus ?? "missing"} in the books`);
  }
  if (row?.paymentStatus === "completed" && row.bookedAt === null && !disputed)
    throw new Error(`${id} is neither handed on nor given back`);
}
