import { z } from "zod";
import type { ProviderEvent } from "@/lib/providers/payment";
import type { Call } from "./client";
import { isMissing } from "./errors";

type Subject = Required<Pick<ProviderEvent, "paymentId" | "subscriptionId">>;

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

/** The order or subscription that an event is about. Those that name only a payment of it are looked up. */
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
  if (told.billing_agreement_id) return ofSubscription(told.billing_agreement_id);
  const transaction = transactionIn(told);
  return transaction ? subjectOfTransaction(call, transaction) : NOBODY;
}

const UP = /\/v[12]\/payments\/(?:captures|sale)\/([A-Z0-9]+)$/;

/** The payment that a refund or a dispute is about. */
function transactionIn({ sale_id, capture_id, links, disputed_transactions, id }: Resource): string | null {
  const disputed = disputed_transactions?.find(({ seller_transaction_id }) => seller_transaction_id);
  const above = links?.map(({ href }) => UP.exec(href ?? "")?.[1]).find((found) => found && found !== id);
  return capture_id ?? sale_id ?? disputed?.seller_transaction_id ?? above ?? id ?? null;
}

const captureAnswer = z.object({ supplementary_data: related });
const saleAnswer = z.object({ billing_agreement_id: text });

async function subjectOfTransaction(call: Call, id: string): Promise<Subject> {
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
