import { z } from "zod";
import { eventText, type ProviderEvent } from "@/lib/providers/gateway";
import type { Call } from "./client";
import { nullIfMissing } from "./errors";
import { toCents } from "./money";

type Subject = Pick<
  ProviderEvent,
  "paymentId" | "subscriptionId" | "subscriptionPaymentId" | "unnamedReversal" | "payoutId"
>;

const NO_SUBJECT: Subject = { paymentId: null, subscriptionId: null };
const orderSubject = (id: string): Subject => ({ ...NO_SUBJECT, paymentId: id });
const subscriptionSubject = (id: string): Subject => ({ ...NO_SUBJECT, subscriptionId: id });

const text = eventText.optional().catch(undefined);
const decimal = z
  .string()
  .regex(/^-?\d{1,13}(\.\d{1,2}0*)?$/)
  .optional()
  .catch(undefined);
const related = z
  .object({ related_ids: z.object({ order_id: text }).optional() })
  .optional()
  .catch(undefined);

/** The fields of all kinds of events that say what they are about; each kind has some of them. */
const resourceBody = z.object({
  id: text,
  order_id: text,
  billing_agreement_id: text,
  sale_id: text,
  capture_id: text,
  supplementary_data: related,
  amount: z.object({ total: decimal, value: decimal }).optional().catch(undefined),
  links: z
    .array(z.object({ rel: text, href: z.string().optional().catch(undefined) }))
    .optional()
    .catch(undefined),
  payout_batch_id: text,
  batch_header: z.object({ payout_batch_id: text }).optional().catch(undefined),
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: text }))
    .optional()
    .catch(undefined),
});
type Resource = z.output<typeof resourceBody>;

/**
 * The order, subscription or payout that an event is about. If the event names only a payment, it reads the payment
 * from PayPal. If a reversal cannot be matched to a payment, the answer contains at least its amount in cents.
 */
export async function subjectOf(
  call: Call,
  type: string,
  resource: Record<string, unknown>,
): Promise<Subject> {
  const body = resourceBody.parse(resource);
  if (type.startsWith("CHECKOUT.ORDER.")) return body.id ? orderSubject(body.id) : NO_SUBJECT;
  if (type.startsWith("BILLING.SUBSCRIPTION.")) return body.id ? subscriptionSubject(body.id) : NO_SUBJECT;
  if (type.startsWith("PAYMENT.PAYOUTS")) {
    return { ...NO_SUBJECT, payoutId: body.payout_batch_id ?? body.batch_header?.payout_batch_id ?? null };
  }
  if (!/^(PAYMENT\.(CAPTURE|SALE)|CUSTOMER\.DISPUTE|CHECKOUT\.PAYMENT-APPROVAL)\./.test(type)) {
    return NO_SUBJECT;
  }
  const order = body.order_id ?? body.supplementary_data?.related_ids?.order_id;
  if (order) return orderSubject(order);
  if (body.billing_agreement_id) {
    const paid = type === "PAYMENT.SALE.COMPLETED" ? (body.id ?? null) : null;
    return { ...subscriptionSubject(body.billing_agreement_id), subscriptionPaymentId: paid };
  }
  const transaction = transactionIn(body);
  const subject = transaction ? await subjectOfTransaction(call, transaction) : NO_SUBJECT;
  return subject === NO_SUBJECT ? { ...NO_SUBJECT, unnamedReversal: unnamedReversal(type, body) } : subject;
}

function unnamedReversal(type: string, { amount }: Resource): NonNullable<Subject["unnamedReversal"]> | null {
  const named = (amount?.total ?? amount?.value ?? "").replace(/^-/, "");
  if (!/\.(REVERSED|REFUNDED)$/.test(type) || named === "") return null;
  return { of: type.startsWith("PAYMENT.SALE.") ? "subscription" : "order", amount: toCents(named) };
}

const PAYMENT_LINK = /\/v[12]\/payments\/(?:captures|sale)\/([A-Z0-9]+)$/;

/** The payment that a refund or a dispute is about. */
function transactionIn({
  sale_id,
  capture_id,
  links,
  disputed_transactions,
  id,
}: Partial<Resource>): string | null {
  const disputed = disputed_transactions?.find(({ seller_transaction_id }) => seller_transaction_id);
  const linked = links
    ?.map(({ href }) => PAYMENT_LINK.exec(href ?? "")?.[1])
    .find((found) => found && found !== id);
  return capture_id ?? sale_id ?? disputed?.seller_transaction_id ?? linked ?? id ?? null;
}

const captureAnswer = z.object({ supplementary_data: related });
const saleAnswer = z.object({ billing_agreement_id: text });
const refundAnswer = resourceBody.pick({ sale_id: true, capture_id: true, links: true });

/** The subject of a payment's or a refund's id. */
async function subjectOfTransaction(call: Call, id: string): Promise<Subject> {
  const direct = await subjectOfPayment(call, id);
  if (direct !== NO_SUBJECT) return direct;
  for (const path of ["/v2/payments/refunds", "/v1/payments/refund"]) {
    const request = { path: `${path}/${encodeURIComponent(id)}`, answer: refundAnswer } as const;
    const refund = await call(request).catch(nullIfMissing);
    const payment = refund && transactionIn(refund);
    if (payment) return subjectOfPayment(call, payment);
  }
  return NO_SUBJECT;
}

async function subjectOfPayment(call: Call, id: string): Promise<Subject> {
  const path = encodeURIComponent(id);
  const read = <T>(address: string, answer: z.ZodType<T>) =>
    call({ path: address, answer }).catch(nullIfMissing);
  const capture = await read(`/v2/payments/captures/${path}`, captureAnswer);
  const order = capture?.supplementary_data?.related_ids?.order_id;
  if (order) return orderSubject(order);
  const sale = await read(`/v1/payments/sale/${path}`, saleAnswer);
  return sale?.billing_agreement_id ? subscriptionSubject(sale.billing_agreement_id) : NO_SUBJECT;
}
