import { now } from "@/lib/clock";
import { periodStarts } from "@/lib/domain/leaderboard/periods";
import { env } from "@/lib/env";
import type { PaymentTruth } from "@/lib/providers/payment";
import { paymentFor, totalOf } from "./rules";
import { bookPayment, bookReversal } from "./settlement-store";
import { findDonation, findDonationByPayment, markFailed } from "./store";
import type { Donation, PaymentContext, Settlement } from "./types";

/**
 * Looks a payment up at the provider and brings the books to what is true of it (architecture, Money in motion; D25–D28). Webhooks, the return
 * page and reconciliation all call this; it can be called any number of times, at once and in any order.
 * @throws ProviderUnavailable
 */
export async function settlePayment(context: PaymentContext, paymentId: string): Promise<Settlement> {
  const truth = await context.card.findPayment(paymentId);
  const donation = truth && (await donationOf(context, truth));
  if (!truth || !donation) return { state: "unknown" };
  if (donation.paymentStatus === "pending" || donation.paymentStatus === "failed")
    await settleOpen(context, donation, truth);
  return finish(context, await reload(context, donation), truth);
}

/** Ours by its payment id or, when the event overtook the answer that told us the id, by the id we gave it. */
async function donationOf({ db }: PaymentContext, truth: PaymentTruth): Promise<Donation | null> {
  const known = await findDonationByPayment(db, truth.id);
  if (known) return known;
  const claimed = await findDonation(db, truth.metadata.donationId ?? "");
  return claimed?.stripePaymentIntentId === null ? claimed : null;
}

async function settleOpen({ db }: PaymentContext, donation: Donation, truth: PaymentTruth): Promise<void> {
  if (truth.state === "cancelled") await markFailed(db, donation.id);
  if (truth.state !== "succeeded") return;
  const at = now();
  await bookPayment(db, {
    donation,
    paymentId: truth.id,
    at,
    periods: periodStarts(at, env().timeZone),
    received: truth.received,
    mismatch: !matches(donation, truth),
  });
}

/** Whether the provider charged exactly what the row asked for, for the same request and the same people. */
function matches(donation: Donation, truth: PaymentTruth): boolean {
  const asked = paymentFor(donation, "");
  return (
    truth.amount === asked.amount &&
    truth.received === asked.amount &&
    truth.currency === asked.currency &&
    Object.entries(asked.metadata).every(([name, value]) => truth.metadata[name] === value)
  );
}

/** Gives back what could not be credited, and books what the provider took back. */
async function finish(context: PaymentContext, donation: Donation, truth: PaymentTruth): Promise<Settlement> {
  if (donation.paymentStatus !== "completed") return { state: stateOf(donation, truth), donation };
  const goneBack = truth.refunded || truth.disputeLost;
  if (!goneBack && donation.refundReason === null) return { state: "credited", donation };
  if (!goneBack) await context.card.refundPayment(truth.id, `refund-${donation.id}`);
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
