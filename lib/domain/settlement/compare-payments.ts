import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import type { ListedPayment } from "@/lib/providers/gateway";
import { type BookedPayment, selectPayments } from "./listed-store";
import { PAYABLES, type Purpose, payableOf } from "./payables";

/** A payment that the provider and the books have otherwise; `row` is null where the books do not have it. */
export type PaymentDifference = {
  payment: ListedPayment;
  named: { purpose: Purpose; id: string } | null;
  row: BookedPayment | null;
  why: string;
};

/** What our ids in a payment say that it was made for; null without any. */
export function namedIn(metadata: Record<string, string>): { purpose: Purpose; id: string } | null {
  for (const purpose of Object.keys(PAYABLES) as Purpose[]) {
    const id = payableOf(purpose).idIn(metadata);
    if (id && isUuid(id)) return { purpose, id };
  }
  return null;
}

/** The payments of a page that the books do not have, or have otherwise. Cents. */
export async function comparePayments(
  db: Db,
  provider: PaymentProvider,
  page: readonly ListedPayment[],
): Promise<PaymentDifference[]> {
  const all = page.map((payment) => ({ payment, named: namedIn(payment.metadata) }));
  const rows = await selectPayments(db, provider, {
    paymentIds: page.map(({ id }) => id),
    rowIds: all.flatMap(({ named }) => (named ? [named.id] : [])),
  });
  const byPayment = new Map(rows.map((row) => [row.paymentId, row]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return all.flatMap(({ payment, named }) => {
    const row = byPayment.get(payment.id) ?? (named && byId.get(named.id)) ?? null;
    // What went back whole is nobody's any more.
    const isLost = named !== null && payment.state === "succeeded" && payment.refunded < payment.received;
    const why = row ? differenceOf(payment, row) : isLost ? "not in the books" : null;
    return why === null ? [] : [{ payment, named, row, why }];
  });
}

function differenceOf(payment: ListedPayment, row: BookedPayment): string | null {
  const { state, received, refunded, isDisputed } = payment;
  const isReceived = row.state === "completed" || row.state === "refunded";
  if (state !== "succeeded") return isReceived && row.paymentId === payment.id ? "not paid there" : null;
  if (row.paymentId !== null && row.paymentId !== payment.id) return "another payment in the books";
  if (!isReceived) return `${row.state} in the books`;
  if (received !== row.total && row.reason !== "mismatch") return `${row.total} cents in the books`;
  const wentBack = row.wentBack ?? received;
  if (refunded > wentBack) return `${refunded} cents went back there, ${wentBack} in the books`;
  // What a lost dispute took is no refund.
  return refunded < wentBack && !isDisputed
    ? `${refunded} cents went back there, ${wentBack} in the books`
    : null;
}
