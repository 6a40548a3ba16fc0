import { z } from "zod";
import type { Capture, Include, NewPage, Page, ProviderPayment, UpTo } from "@/lib/providers/gateway";
import { applicationContext, approvableAnswer, approvalUrlIn } from "./approval";
import type { Call } from "./client";
import { type Disputes, disputesOf } from "./disputes";
import { nullIfMissing, Refused, refusedFor } from "./errors";
import { amountAnswer, toDecimal } from "./money";
import { refundCapture } from "./refunds";

/** Our ids are the order's reference, which PayPal returns with the order. */
const LONGEST_REFERENCE = 256;
const LONGEST_TEXT = 127;

export async function openPage(call: Call, order: NewPage): Promise<Page> {
  const reference = new URLSearchParams(order.metadata).toString();
  if (reference.length > LONGEST_REFERENCE) throw new Error(`too long for PayPal's reference: ${reference}`);
  return call({
    verb: "POST",
    path: "/v2/checkout/orders",
    key: order.idempotencyKey,
    body: {
      intent: "CAPTURE",
      purchase_units: [
        {
          reference_id: reference,
          // Operators see this beside the payment in PayPal's lists.
          custom_id: order.idempotencyKey.slice(0, LONGEST_TEXT),
          description: [...order.description].slice(0, LONGEST_TEXT).join(""),
          amount: { currency_code: order.currency.toUpperCase(), value: toDecimal(order.amount) },
        },
      ],
      application_context: applicationContext(order, "PAY_NOW"),
    },
    answer: approvableAnswer,
  });
}

/** An order's id can come from an address bar: read only what can be one. */
const ORDER_ID = /^[A-Z0-9]{8,36}$/;

/** The payment of an order; null if PayPal does not know it. */
export async function findPayment(
  call: Call,
  id: string,
  { disputes }: Include = { disputes: false },
): Promise<ProviderPayment | null> {
  if (!ORDER_ID.test(id)) return null;
  try {
    const order = await retrieve(call, id);
    const read = disputes
      ? await Promise.all(capturedOf(order).map((capture) => disputesOf(call, capture)))
      : null;
    return paymentFrom(order, read);
  } catch (error) {
    return nullIfMissing(error);
  }
}

/** Captured by an earlier call. */
const CAPTURED = new Set(["ORDER_ALREADY_CAPTURED"]);
/** The payer has not approved yet, or has to approve again, for example with another card. */
const APPROVE_AGAIN = new Set([
  "INSTRUMENT_DECLINED",
  "ORDER_NOT_APPROVED",
  "PAYER_ACTION_REQUIRED",
  "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING",
]);

/** Captures an approved order. After any refusal nothing was charged. */
export async function capturePayment(call: Call, id: string, key: string): Promise<Capture> {
  try {
    await call({
      verb: "POST",
      path: `/v2/checkout/orders/${encodeURIComponent(id)}/capture`,
      key,
      answer: z.unknown(),
    });
    return { outcome: "accepted" };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (refusedFor(error, CAPTURED)) return { outcome: "accepted" };
    if (!refusedFor(error, APPROVE_AGAIN)) return { outcome: "refused" };
    return { outcome: "declined", approvalUrl: approvalUrlIn(error.links) };
  }
}

/**
 * Refunds everything that was captured, or until `upTo` of the one capture went back. As the books count it: what a
 * lost dispute took went back too, and is among the refunds, or not.
 */
export async function refundPayment(call: Call, id: string, key: string, upTo?: UpTo): Promise<void> {
  const order = await retrieve(call, id);
  if (upTo) {
    const [capture] = capturedOf(order);
    if (!capture) return;
    const refunds = order.purchase_units.flatMap((unit) => unit.payments.refunds);
    const refunded = sumOf(refunds.filter(({ status }) => status === "COMPLETED" || status === "PENDING"));
    const gone = Math.max(refunded, (await disputesOf(call, capture)).taken);
    if (gone >= upTo.amount) return;
    const part = { ...upTo, amount: upTo.amount - gone };
    return refundCapture(call, capture.id, `${key} ${capture.id} ${gone}`, part);
  }
  for (const capture of capturedOf(order)) await refundCapture(call, capture.id, `${key} ${capture.id}`);
}

const captureAnswer = z.object({
  id: z.string(),
  status: z.enum(["COMPLETED", "DECLINED", "PARTIALLY_REFUNDED", "PENDING", "REFUNDED", "FAILED"]),
  amount: amountAnswer,
});

const refundAnswer = z.object({
  status: z.enum(["CANCELLED", "FAILED", "PENDING", "COMPLETED"]),
  amount: amountAnswer,
});

const orderAnswer = z.object({
  id: z.string(),
  status: z.enum(["CREATED", "SAVED", "APPROVED", "VOIDED", "COMPLETED", "PAYER_ACTION_REQUIRED"]),
  update_time: z.iso.datetime({ offset: true }).optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
  purchase_units: z
    .array(
      z.object({
        reference_id: z.string().default(""),
        amount: amountAnswer,
        payments: z
          .object({
            captures: z.array(captureAnswer).default([]),
            refunds: z.array(refundAnswer).default([]),
          })
          .default({ captures: [], refunds: [] }),
      }),
    )
    .min(1),
});
type Order = z.output<typeof orderAnswer>;

function retrieve(call: Call, id: string): Promise<Order> {
  return call({ path: `/v2/checkout/orders/${encodeURIComponent(id)}`, answer: orderAnswer });
}

function capturesOf(order: Order): z.output<typeof captureAnswer>[] {
  return order.purchase_units.flatMap((unit) => unit.payments.captures);
}

/** What was charged, including what was refunded later. */
function capturedOf(order: Order): z.output<typeof captureAnswer>[] {
  return capturesOf(order).filter(({ status }) =>
    ["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"].includes(status),
  );
}

const STATES: Record<Order["status"], ProviderPayment["state"]> = {
  CREATED: "open",
  SAVED: "open",
  PAYER_ACTION_REQUIRED: "open",
  APPROVED: "approved",
  // Ended; nothing was or will be charged.
  COMPLETED: "cancelled",
  VOIDED: "cancelled",
};

/**
 * What was refunded of an order, in cents. A loss in a dispute is among its refunds too, or not: what more the disputes
 * took is counted.
 */
function returnedOf(order: Order, taken: number): number {
  const captures = capturedOf(order);
  const refunds = order.purchase_units.flatMap((unit) => unit.payments.refunds);
  if (captures.every(({ status }) => status === "REFUNDED")) return sumOf(captures);
  return Math.max(sumOf(refunds.filter(({ status }) => status === "COMPLETED")), taken);
}

function sumOf(amounts: { amount: { amount: number } }[]): number {
  return amounts.reduce((sum, { amount }) => sum + amount.amount, 0);
}

function paymentFrom(order: Order, disputes: Disputes[] | null): ProviderPayment {
  const [unit] = order.purchase_units as [Order["purchase_units"][number]];
  const charged = capturedOf(order);
  const taken = disputes?.reduce((sum, each) => sum + each.taken, 0) ?? 0;
  const pending = capturesOf(order).some(({ status }) => status === "PENDING");
  return {
    id: order.id,
    state: charged.length > 0 ? "succeeded" : pending ? "processing" : STATES[order.status],
    amount: unit.amount.amount,
    received: sumOf(charged),
    currency: unit.amount.currency,
    clientSecret: "",
    metadata: Object.fromEntries(new URLSearchParams(unit.reference_id)),
    returned: returnedOf(order, taken),
    disputeLost: disputes && taken > 0,
    disputeOpen: disputes?.some(({ open }) => open) ?? null,
    disputeFee: null,
    paidBy: charged.length > 0 ? "wallet" : null,
    chargeId: charged[0]?.id ?? null,
    declines: 0,
    ...(order.status === "COMPLETED" && charged.length === 0 && !pending && { captureFailed: true }),
    ...(order.update_time !== undefined && { changedAt: new Date(order.update_time) }),
    approvalUrl: approvalUrlIn(order.links),
  };
}
