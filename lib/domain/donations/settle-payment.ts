import { now } from "@/lib/clock";
import { periodStarts } from "@/lib/domain/leaderboard/periods";
import { giveBack } from "@/lib/domain/payments/give-back";
import { noteDeclines } from "@/lib/domain/payments/note-declines";
import { env } from "@/lib/env";
import type { PaymentTruth } from "@/lib/providers/payment";
import type { PaymentProvider } from "@/lib/vocabulary";
import { takesDonations } from "./donation-terms";
import { paymentFor, paymentIdOf, totalOf } from "./rules";
import { bookPayment, bookReversal } from "./settlement-store";
import { findDonation, findDonationByPayment, markFailed } from "./store";
import type { Donation, PaymentContext, Settlement } from "./types";

/**
 * Looks a payment up at the provider and brings the books to what is true of it (architecture, Money in motion; D25–D28). Webhooks, the return
 * page and reconciliation all call this; it can be called any number of times, at once and in any order. An order that
 * its donor approved is captured first.
 * @throws ProviderUnavailable
 */
export async function settlePayment(
  context: PaymentContext,
  paymentId: string,
  provider: PaymentProvider = "stripe",
): Promise<Settlement> {
  const found = await findPayment(context, provider, paymentId);
  const donation = found && (await donationOf(context, provider, found));
  if (!found || !donation) return { state: "unknown" };
  const truth = await capture(context, donation, found);
  await noteDeclines(context, donation.id, truth.declines);
  const isOpen = donation.paymentStatus === "pending" || donation.paymentStatus === "failed";
  const credited = isOpen && (await settleOpen(context, donation, truth));
  return finish(context, credited || (await reload(context, donation)), truth);
}

/** Ours by its payment id or, when the event overtook the answer that told us the id, by the id we gave it. */
async function donationOf(
  { db }: PaymentContext,
  provider: PaymentProvider,
  truth: PaymentTruth,
): Promise<Donation | null> {
  const known = await findDonationByPayment(db, provider, truth.id);
  if (known) return known;
  const claimed = await findDonation(db, truth.metadata.donationId ?? "");
  return claimed?.paymentMethod === provider && paymentIdOf(claimed) === null ? claimed : null;
}

function findPayment({ card, wallet }: PaymentContext, provider: PaymentProvider, paymentId: string) {
  return provider === "stripe" ? card.findPayment(paymentId) : wallet.findOrder(paymentId);
}

/**
 * An approved order is only a promise: whoever looks first takes the money, with a key made from our row, unless it would have to go back at once
 * because the request takes no more.
 */
async function capture(
  { db, wallet }: PaymentContext,
  donation: Donation,
  order: PaymentTruth,
): Promise<PaymentTruth> {
  if (order.state !== "approved" || donation.paymentStatus !== "pending" || !isOurs(donation, order)) {
    return order;
  }
  if (!(await takesDonations(db, donation.requestId))) {
    await markFailed(db, donation.id);
    return order;
  }
  await wallet.captureOrder(order.id, `capture-donation-${donation.id}`);
  return (await wallet.findOrder(order.id)) ?? order;
}

/** Books what became of an open donation; answers its row if it was credited, which needs no second look. */
async function settleOpen(
  { db }: PaymentContext,
  donation: Donation,
  truth: PaymentTruth,
): Promise<Donation | null> {
  if (truth.state === "cancelled") await markFailed(db, donation.id);
  if (truth.state !== "succeeded") return null;
  const at = now();
  const booked = await bookPayment(db, {
    donationId: donation.id,
    paymentId: truth.id,
    at,
    periods: periodStarts(at, env().timeZone),
    received: truth.received,
    mismatch: !isOurs(donation, truth) || truth.received !== totalOf(donation),
  });
  if (booked !== "credited" || paymentIdOf(donation) === null) return null;
  return { ...donation, paymentStatus: "completed", settledAt: at, creditedAt: at };
}

/** Whether the payment is what the row asked for, for the same request and the same people. */
function isOurs(donation: Donation, truth: PaymentTruth): boolean {
  const asked = paymentFor(donation, "");
  return (
    truth.amount === asked.amount &&
    truth.currency === asked.currency &&
    Object.entries(asked.metadata).every(([name, value]) => truth.metadata[name] === value)
  );
}

/** Gives back what could not be credited, and books what the provider took back. */
async function finish(context: PaymentContext, donation: Donation, truth: PaymentTruth): Promise<Settlement> {
  if (donation.paymentStatus !== "completed") return { state: stateOf(donation, truth), donation };
  const goneBack = truth.refunded || truth.disputeLost;
  if (!goneBack && donation.refundReason === null) return { state: "credited", donation };
  const { id, paymentMethod } = donation;
  if (!goneBack && !(await giveBack(context, { paymentMethod, paymentId: truth.id }, `refund-${id}`)))
    return { state: "refund_due", donation };
  await bookReversal(context.db, {
    donation,
    reason: truth.disputeLost ? "dispute" : "requested",
    at: now(),
    periods: periodStarts(donation.settledAt ?? donation.createdAt, env().timeZone),
  });
  return { state: "refunded", donation: await reload(context, donation) };
}

function stateOf(donation: Donation, truth: PaymentTruth): "open" | "processing" | "refunded" | "failed" {
  if (donation.paymentStatus === "refunded") return "refunded";
  if (donation.paymentStatus === "failed") return "failed";
  return truth.state === "processing" ? "processing" : "open";
}

async function reload({ db }: PaymentContext, donation: Donation): Promise<Donation> {
  const current = await findDonation(db, donation.id);
  if (!current) throw new Error(`donation ${donation.id} vanished: total ${totalOf(donation)} cents`);
  return current;
}
