import { setTimeout as sleep } from "node:timers/promises";
import type Stripe from "stripe";
import type { PaidBy } from "@/lib/ground/vocabulary";
import type {
  Listed,
  ListedPayment,
  NewPayment,
  ProviderFees,
  ProviderPayment,
  Span,
  UpTo,
} from "@/lib/providers/gateway";
import { NoMethodLeft, ProviderUnavailable, RefundOnHold, RefundRefused } from "@/lib/providers/gateway";
import { PayoutRefused } from "@/lib/providers/payout-provider";
import { acting, hasCode, isWithoutMethods, madeOnce, nullIfMissing } from "./errors";
import { createdIn, dateOf, nextOf, pageAfter } from "./lists";

/** Creates a payment for the form in the payer's browser. @throws NoMethodLeft */
export async function createPayment(
  stripe: Stripe,
  { amount, currency, description, metadata, idempotencyKey, withoutCards = false }: NewPayment,
): Promise<{ id: string; clientSecret: string }> {
  const wanted: Stripe.PaymentIntentCreateParams = {
    amount,
    currency,
    description,
    metadata,
    automatic_payment_methods: { enabled: true },
    ...(withoutCards && { excluded_payment_method_types: ["card"] }),
  };
  const made = madeOnce((options) => stripe.paymentIntents.create(wanted, options), idempotencyKey);
  const intent = await made.catch((error: unknown) => {
    throw withoutCards && isWithoutMethods(error) ? new NoMethodLeft() : error;
  });
  if (!intent.client_secret) throw new Error(`payment ${intent.id} came without its client secret`);
  return { id: intent.id, clientSecret: intent.client_secret };
}

/** A payment's id can come from an address bar: read only what can be one. */
const PAYMENT_ID = /^pi_\w{1,250}$/;

/** A payment with its charge, disputes and declined cards; null if Stripe does not know it. */
export async function findIntent(stripe: Stripe, id: string): Promise<ProviderPayment | null> {
  if (!PAYMENT_ID.test(id)) return null;
  try {
    const intent = await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] });
    const charge = typeof intent.latest_charge === "string" ? null : intent.latest_charge;
    const disputes = await disputesOf(stripe, charge);
    const declines = intent.last_payment_error ? await declinesOf(stripe, id) : 0;
    return paymentFrom(intent, charge, disputes, declines);
  } catch (error) {
    return nullIfMissing(error);
  }
}

/** A page of the payments of a span. */
export async function listPayments(
  stripe: Stripe,
  span: Span,
  after: string | null,
): Promise<Listed<ListedPayment>> {
  const expand = ["data.latest_charge"];
  const page = await stripe.paymentIntents.list({ ...createdIn(span), ...pageAfter(after), expand });
  return { rows: page.data.map(listedFrom), next: nextOf(page) };
}

const commonOf = (intent: Stripe.PaymentIntent) => ({
  id: intent.id,
  state: stateOf(intent),
  amount: intent.amount,
  received: intent.amount_received,
  currency: intent.currency,
  metadata: intent.metadata,
});

function listedFrom(intent: Stripe.PaymentIntent): ListedPayment {
  const charge = typeof intent.latest_charge === "string" ? null : intent.latest_charge;
  return {
    ...commonOf(intent),
    refunded: charge?.amount_refunded ?? 0,
    isDisputed: charge?.disputed ?? false,
    createdAt: dateOf(intent.created),
  };
}

const STATES: Record<string, ProviderPayment["state"]> = {
  requires_payment_method: "open",
  requires_confirmation: "open",
  requires_action: "open",
  requires_capture: "processing",
  processing: "processing",
  succeeded: "succeeded",
  canceled: "cancelled",
};

function paymentFrom(
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge | null,
  disputes: readonly Stripe.Dispute[],
  declines: number,
): ProviderPayment {
  const lost = lostIn(disputes);
  return {
    ...commonOf(intent),
    clientSecret: intent.client_secret ?? "",
    returned: Math.min(intent.amount_received, (charge?.amount_refunded ?? 0) + lost),
    disputeLost: lost > 0,
    disputeOpen: disputes.some(({ status }) => !ENDED.has(status)),
    disputeFee: disputeFeeOf(disputes, intent.currency),
    paidBy: charge?.paid ? paidBy(charge.payment_method_details) : null,
    chargeId: charge?.paid ? charge.id : null,
    declines,
    isAtBank: intent.status === "requires_action",
    ...(intent.last_payment_error?.code === BANK_DECLINE && { captureFailed: true }),
  };
}

/** The bank refused, perhaps days later; who left its page themselves has another code. */
const BANK_DECLINE = "payment_method_provider_decline";

function stateOf({ id, status }: Stripe.PaymentIntent): ProviderPayment["state"] {
  const state = STATES[status];
  if (!state) throw new Error(`payment ${id} is in an unknown state: ${status}`);
  return state;
}

/** The disputes about a charge, of which it says only whether there was one. */
export async function disputesOf(
  stripe: Stripe,
  charge: Stripe.Charge | null | undefined,
): Promise<Stripe.Dispute[]> {
  return charge?.disputed ? (await stripe.disputes.list({ charge: charge.id })).data : [];
}

/** What disputes took for good, in cents. */
export function lostIn(disputes: readonly Stripe.Dispute[]): number {
  return disputes.reduce((sum, { status, amount }) => sum + (status === "lost" ? amount : 0), 0);
}

/** An inquiry (`warning_…`) takes no money yet, but it can become a dispute. */
const ENDED = new Set(["won", "lost", "prevented", "warning_closed"]);

/**
 * The fees in the movements of the balance that disputes made, less those that came back; null without a dispute. Fees
 * in another currency than the payment's have no place in the books.
 */
export function disputeFeeOf(disputes: readonly Stripe.Dispute[], currency: string): number | null {
  if (disputes.length === 0) return null;
  return disputes
    .flatMap(({ balance_transactions: moved }) => moved)
    .filter((each) => each.currency === currency)
    .reduce((sum, { fee }) => sum + fee, 0);
}

/** What Stripe calls what has a name of its own here. */
const STRIPE_TYPE: Record<Exclude<PaidBy, "card" | "card_authenticated" | "other">, string> = {
  ideal: "ideal",
  bancontact: "bancontact",
  wero: "wero",
  wallet: "paypal",
};
const PAID_BY = new Map(
  Object.entries(STRIPE_TYPE).map(([name, type]) => [type, name as keyof typeof STRIPE_TYPE]),
);

/** What a charge was paid with. A card is authenticated if its holder passed 3-D Secure. */
function paidBy(details: Stripe.Charge.PaymentMethodDetails | null): PaidBy {
  if (details?.card)
    return details.card.three_d_secure?.result === "authenticated" ? "card_authenticated" : "card";
  return PAID_BY.get(details?.type ?? "") ?? "other";
}

/** Each try of a card is a charge; a bank method is no try of a card. The first hundred are enough to know. */
async function declinesOf(stripe: Stripe, id: string): Promise<number> {
  const { data } = await stripe.charges.list({ payment_intent: id, limit: 100 });
  return data.filter((charge) => charge.status === "failed" && charge.payment_method_details?.card).length;
}

/** A dispute that is open or lost blocks the refund (docs.stripe.com/error-codes). */
const ON_HOLD = new Set(["charge_disputed", "refund_disputed_payment"]);
/** Refunds that Stripe will never make. */
const NEVER_REFUNDED = new Set(["charge_not_refundable", "resource_missing"]);

/**
 * Refunds all, or until `upTo` went back. Any other refusal is one for now: the balance is too low, or somebody has to
 * approve the refund at Stripe.
 * @throws ProviderUnavailable, RefundOnHold, RefundRefused
 */
export async function refundPayment(...refund: Parameters<typeof createRefund>): Promise<void> {
  try {
    await acting(() => createRefund(...refund));
  } catch (error) {
    if (!(error instanceof PayoutRefused)) throw error;
    const { code, message } = error;
    if (code === "charge_already_refunded") return;
    if (ON_HOLD.has(code)) throw new RefundOnHold(message);
    throw NEVER_REFUNDED.has(code) ? new RefundRefused(code) : new ProviderUnavailable(message);
  }
}

/**
 * All of it goes back once, with any key, so there is none: Stripe would repeat a refusal for it for a day, also after
 * the dispute was won. Of a part it would refund another one once it forgot the key: it is asked first what went back.
 * Calls at one time have one key, so none is made while a dispute is open: it could act once that is won, beside one
 * with the next key. An inquiry blocks no refund, and does not count.
 */
async function createRefund(stripe: Stripe, id: string, idempotencyKey: string, upTo?: UpTo): Promise<void> {
  if (!upTo) {
    await stripe.refunds.create({ payment_intent: id });
    return;
  }
  const { latest_charge: latest } = await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] });
  const charge = typeof latest === "string" ? null : latest;
  const disputes = await disputesOf(stripe, charge);
  // As the books count it: what a lost dispute took went back too.
  const gone = (charge?.amount_refunded ?? 0) + lostIn(disputes);
  if (gone >= upTo.amount) return;
  const blocking = disputes.filter(({ status }) => !status.startsWith("warning_"));
  if (blocking.some(({ status }) => !ENDED.has(status))) throw new RefundOnHold(`${id} is disputed`);
  const part = { payment_intent: id, amount: upTo.amount - gone };
  await stripe.refunds.create(part, { idempotencyKey: `${idempotencyKey}-${gone}-${blocking.length}` });
}

export async function cancelPayment(stripe: Stripe, id: string): Promise<void> {
  try {
    await onceUnlocked(() => stripe.paymentIntents.cancel(id, { cancellation_reason: "abandoned" }));
  } catch (error) {
    if (!hasCode(error, "payment_intent_unexpected_state")) throw error;
  }
}

const LOCK_TRIES = 15;
const LOCK_WAIT_MS = 100;

/** Retries while Stripe locks the payment because a card is being tried on it. */
async function onceUnlocked(call: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await call();
      return;
    } catch (error) {
      if (!hasCode(error, "lock_timeout") || tries === LOCK_TRIES) throw error;
      await sleep(LOCK_WAIT_MS);
    }
  }
}

/** Changes of the balance that are a cost as a whole; of the others only their `fee` is. */
const COSTS = new Set<string>(["stripe_fee", "stripe_fx_fee", "tax_fee"]);

/**
 * What Stripe kept of the platform's payments and charged it in a span, by Stripe's reporting category and by what
 * donations were paid with. A charge has the metadata of its payment (support.stripe.com, How metadata works).
 */
export async function sumFees(
  stripe: Stripe,
  { from, to }: { from: Date; to: Date },
): Promise<ProviderFees[]> {
  const created = { gte: Math.ceil(from.getTime() / 1_000), lt: Math.ceil(to.getTime() / 1_000) };
  const list = { created, limit: 100, expand: ["data.source"] };
  const sums = new Map<string, ProviderFees>();
  for await (const each of stripe.balanceTransactions.list(list)) {
    const { reporting_category: category, currency, type, fee, amount, source } = each;
    const cost = fee - (COSTS.has(type) ? amount : 0);
    if (cost === 0) continue;
    const charge = typeof source === "object" && source?.object === "charge" ? source : null;
    const by = charge?.metadata.donationId ? paidBy(charge.payment_method_details) : null;
    const key = `${category} ${by} ${currency}`;
    const before = sums.get(key) ?? { category, paidBy: by, currency, count: 0, amount: 0 };
    sums.set(key, { ...before, count: before.count + 1, amount: before.amount + cost });
  }
  return [...sums.values()];
}
