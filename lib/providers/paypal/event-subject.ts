import { z } from "zod";
import type { ProviderEvent } from "@/lib/providers/gateway";
import type { Call } from "./client";
import { isMissing } from "./errors";
import { toCents } from "./money";

type Subject = Pick<
  ProviderEvent,
  "paymentId" | "subscriptionId" | "subscriptionPaymentId" | "unnamedReversal"
>;

const NOBODY: Subject = { paymentId: null, subscriptionId: null };
const ofOrder = (id: string): Subject => ({ ...NOBODY, paymentId: id });
const ofSubscription = (id: string): Subject => ({ ...NOBODY, subscriptionId: id });

const text = z.string().min(1).optional().catch(undefined);
const related = z
  .object({ related_ids: z.object({ order_id: text }).optional() })
  .optional()
  .catch(undefined);

/** What events tell of the thing they are about; each kind has some of it. */
const resourceBody = z.object({
  id: text,
  order_id: text,
  billing_agreement_id: text,
  sale_id: text,
  capture_id: text,
  supplementary_data: related,
  amount: z.object({ total: text, value: text }).optional().catch(undefined),
  links: z
    .array(z.object({ rel: text, href: text }))
    .optional()
    .catch(undefined),
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: text }))
    .optional()
    .catch(undefined),
});
type Resource = z.output<typeof resourceBody>;

/**
 * The order or subscription that an event is about. Those that name only a payment of it are looked up. Where money
 * went back and the event does not say whose, the answer says at least how much.
 */
export async function subjectOf(
  call: Call,
  type: string,
  resource: Record<string, unknown>,
): Promise<Subject> {
  const told = resourceBody.parse(resource);
  if (type.startsWith("CHECKOUT.ORDER.")) return told.id ? ofOrder(told.id) : NOBODY;
  if (type.startsWith("BILLING.SUBSCRIPTION.")) return told.id ? ofSubscription(told.id) : NOBODY;
  if (!/^(PAYMENT\.(CAPTURE|SALE)|CUSTOMER\.DISPUTE|CHECKOUT\.PAYMENT-APPROVAL)\./.test(type)) return NOBODY;
  const order = told.order_id ?? told.supplementary_data?.related_ids?.order_id;
  if (order) return ofOrder(order);
  if (told.billing_agreement_id) {
    const paid = type === "PAYMENT.SALE.COMPLETED" ? (told.id ?? null) : null;
    return { ...ofSubscription(told.billing_agreement_id), subscriptionPaymentId: paid };
  }
  const transaction = transactionIn(told);
  const subject = transaction ? await subjectOfTransaction(call, transaction) : NOBODY;
  return subject === NOBODY ? { ...NOBODY, unnamedReversal: unnamedReversal(type, told) } : subject;
}

function unnamedReversal(type: string, { amount }: Resource): NonNullable<Subject["unnamedReversal"]> | null {
  const decimal = (amount?.total ?? amount?.value ?? "").replace(/^-/, "");
  if (!/\.(REVERSED|REFUNDED)$/.test(type) || decimal === "") return null;
  return { of: type.startsWith("PAYMENT.SALE.") ? "subscription" : "order", amount: toCents(decimal) };
}

const UP = /\/v[12]\/payments\/(?:captures|sale)\/([A-Z0-9]+)$/;

/** The payment that a refund or a dispute is about. */
function transactionIn({
  sale_id,
  capture_id,
  links,
  disputed_transactions,
  id,
}: Partial<Resource>): string | null {
  const disputed = disputed_transactions?.find(({ seller_transaction_id }) => seller_transaction_id);
  const above = links?.map(({ href }) => UP.exec(href ?? "")?.[1]).find((found) => found && found !== id);
  return capture_id ?? sale_id ?? disputed?.seller_transaction_id ?? above ?? id ?? null;
}

const captureAnswer = z.object({ supplementary_data: related });
const saleAnswer = z.object({ billing_agreement_id: text });
const refundAnswer = resourceBody.pick({ sale_id: true, capture_id: true, links: true });

/** Whose payment, or whose refund, an id is. */
async function subjectOfTransaction(call: Call, id: string): Promise<Subject> {
  const direct = await subjectOfPayment(call, id);
  if (direct !== NOBODY) return direct;
  for (const path of ["/v2/payments/refunds", "/v1/payments/refund"]) {
    const refund = await found(
      call({ verb: "GET", path: `${path}/${encodeURIComponent(id)}`, answer: refundAnswer }),
    );
    const payment = refund && transactionIn(refund);
    if (payment) return subjectOfPayment(call, payment);
  }
  return NOBODY;
}

async function subjectOfPayment(call: Call, id: string): Promise<Subject> {
  const path = encodeURIComponent(id);
  const capture = await found(
    call({ verb: "GET", path: `/v2/payments/captures/${path}`, answer: captureAnswer }),
  );
  const order = capture?.supplementary_data?.related_ids?.order_id;
  if (order) return ofOrder(order);
  const sale = await found(call({ verb: "GET", path: `/v1/payments/sale/${path}`, answer: saleAnswer }));
  return sale?.billing_agreement_id ? ofSubscription(sale.billing_agreement_id) : NOBODY;
}

async function found<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
