import { captureOrder } from "@/lib/domain/payments/capture-order";
import { noteDeclines } from "@/lib/domain/payments/note-declines";
import { giveBack } from "@/lib/domain/payments/refund";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { periodStarts } from "@/lib/ground/periods";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import type { Look, ProviderPayment } from "@/lib/providers/payment";
import { creditDonation, reverseDonation } from "./books-store";
import { takesDonations } from "./donation-terms";
import { paymentFor, paymentIdOf, totalOf } from "./rules";

import {
  findDonation,
  findDonationByPayment,
  markFailed,
  noteCaptureRefused,
  noteRefundRefusal,
} from "./store";
import type { Donation, Occasion, PaymentContext, Settlement } from "./types";

/**
 * Looks a payment up at the provider and brings the books to what is true of it (architecture, Money in motion;
 * D25–D28). Webhooks, the return page and reconciliation all call this; it can be called any number of times, at once
 * and in any order. An order that its donor approved is captured first. Disputes are asked about once it is settled,
 * where the occasion calls for it: they keep no donation from being credited.
 * @throws ProviderUnavailable
 */
export async function settlePayment(
  context: PaymentContext,
  paymentId: string,
  provider: PaymentProvider = "stripe",
  { disputes = false, approvedAt }: Occasion = {},
): Promise<Settlement> {
  const settlement = await settle(context, paymentId, provider, { disputes: false, approvedAt });
  const isSettled = settlement.state === "credited" || settlement.state === "refund_due";
  // Only now: what is due goes back, and what went back is booked, whether or not disputes can be read.
  return disputes && isSettled && provider === "paypal"
    ? settle(context, paymentId, provider, { disputes })
    : settlement;
}

async function settle(
  context: PaymentContext,
  paymentId: string,
  provider: PaymentProvider,
  { disputes, ...occasion }: Occasion & Look,
): Promise<Settlement> {
  const known = await findDonationByPayment(context.db, provider, paymentId);
  const found = await findPayment(context, provider, paymentId, { disputes });
  const donation = found && (known ?? (await claimedDonation(context, provider, found)));
  if (!found || !donation) return { state: "unknown" };
  const truth = await capture(context, donation, found, occasion);
  await noteDeclines(context, donation.id, truth.declines);
  const isOpen = donation.paymentStatus === "pending" || donation.paymentStatus === "failed";
  const credited = isOpen && (await settleOpen(context, donation, truth));
  return finish(context, credited || (await reload(context, donation)), truth);
}

/** Ours by the id we gave it, when the event overtook the answer that told us the payment's. */
async function claimedDonation(
  { db }: PaymentContext,
  provider: PaymentProvider,
  truth: ProviderPayment,
): Promise<Donation | null> {
  const claimed = await findDonation(db, truth.metadata.donationId ?? "");
  return claimed?.paymentMethod === provider && paymentIdOf(claimed) === null ? claimed : null;
}

function findPayment(
  { card, wallet }: PaymentContext,
  provider: PaymentProvider,
  paymentId: string,
  look: Look,
) {
  return provider === "stripe" ? card.findPayment(paymentId) : wallet.findOrder(paymentId, look);
}

/**
 * An approved order is only a promise: the first look takes the money, with a key made from our row, unless it
 * would have to go back at once because the request takes no more. What the provider will not take is given up, or left
 * to its donor to approve again.
 */
async function capture(
  { db, wallet }: PaymentContext,
  donation: Donation,
  order: ProviderPayment,
  { approvedAt = null }: Occasion,
): Promise<ProviderPayment> {
  if (order.state !== "approved" || donation.paymentStatus !== "pending" || !isOurs(donation, order)) {
    return order;
  }
  if (!(await takesDonations(db, donation.requestId))) {
    await markFailed(db, donation.id);
    return order;
  }
  const { id, captureRefusedAt: refusedAt } = donation;
  const captured = await captureOrder(
    { wallet },
    { order, key: `capture-donation-${id}`, refusedAt, approvedAt },
  );
  if (captured.outcome === "waits") return order;
  if (captured.outcome === "again") {
    await noteCaptureRefused(db, donation, captured.refusedAt);
    return { ...order, approvalUrl: captured.approvalUrl };
  }
  if (captured.outcome === "refused") await markFailed(db, id);
  return (await wallet.findOrder(order.id)) ?? order;
}

/** Books what became of an open donation; answers its row if it was credited, which needs no second look. */
async function settleOpen(
  { db }: PaymentContext,
  donation: Donation,
  truth: ProviderPayment,
): Promise<Donation | null> {
  if (truth.state === "cancelled") await markFailed(db, donation.id);
  if (truth.state !== "succeeded") return null;
  const at = now();
  const booked = await creditDonation(db, {
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
function isOurs(donation: Donation, truth: ProviderPayment): boolean {
  const asked = paymentFor(donation, "");
  return (
    truth.amount === asked.amount &&
    truth.currency === asked.currency &&
    Object.entries(asked.metadata).every(([name, value]) => truth.metadata[name] === value)
  );
}

/** Gives back what could not be credited, and books what the provider took back. */
async function finish(
  context: PaymentContext,
  donation: Donation,
  truth: ProviderPayment,
): Promise<Settlement> {
  const isRefused = donation.captureRefusedAt !== null && donation.paymentStatus === "pending";
  const approvalUrl = isRefused ? (truth.approvalUrl ?? null) : null;
  if (donation.paymentStatus !== "completed") {
    return { state: stateOf(donation, truth), donation, approvalUrl };
  }
  const goneBack = truth.refunded || truth.disputeLost;
  if (!goneBack && donation.refundReason === null) return { state: "credited", donation, approvalUrl };
  if (!goneBack) {
    const { id, paymentMethod, refundRefusal } = donation;
    const taken = { paymentMethod, paymentId: truth.id, refundRefusal };
    const refund = await giveBack(context, taken, `refund-${id}`);
    if (typeof refund === "object") await noteRefundRefusal(context.db, id, refund.refused);
    if (refund !== "given") return { state: "refund_due", donation, approvalUrl };
  }
  await reverseDonation(context.db, {
    donation,
    reason: truth.disputeLost ? "dispute" : "requested",
    at: now(),
    periods: periodStarts(donation.settledAt ?? donation.createdAt, env().timeZone),
  });
  return { state: "refunded", donation: await reload(context, donation), approvalUrl };
}

function stateOf(donation: Donation, truth: ProviderPayment): "open" | "processing" | "refunded" | "failed" {
  if (donation.paymentStatus === "refunded") return "refunded";
  if (donation.paymentStatus === "failed") return "failed";
  return truth.state === "processing" ? "processing" : "open";
}

async function reload({ db }: PaymentContext, donation: Donation): Promise<Donation> {
  const current = await findDonation(db, donation.id);
  if (!current) throw new Error(`donation ${donation.id} vanished: total ${totalOf(donation)} cents`);
  return current;
}
