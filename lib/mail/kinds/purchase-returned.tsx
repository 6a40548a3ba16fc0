import type { Db } from "@/db/client";
import { findPurchase } from "@/lib/domain/boosts/queries";
import { findPayment } from "@/lib/domain/subscriptions/queries";
import { message } from "../message";
import { Paragraph, ReceiptNumber, Title } from "../parts";

/** Informs a buyer that a purchase of boosts, or a month of a subscription, was refunded, and why. */
export const purchaseReturned = message({
  load: async (db, { cause }) => {
    const found = await findSale(db, cause);
    if (found?.paymentStatus !== "refunded" || found.refundReason === null) return null;
    const { sale, amount, refundReason, receiptNumber } = found;
    return { sale, amount, reason: refundReason, receiptNumber };
  },
  subject: ({ t }) => t("purchase_returned.subject"),
  preview: ({ t }) => t("donation_returned.preview"),
  body: (texts, { sale, amount, reason, receiptNumber }) => {
    const { t, shared, money } = texts;
    return (
      <>
        <Title>{t("purchase_returned.subject")}</Title>
        <Paragraph>
          {shared(`notifications.refundPurchase.${sale}`, {
            amount: money(amount),
            reason: shared(`notifications.refundReasons.${reason}`),
          })}
        </Paragraph>
        <Paragraph>{t("common.back")}</Paragraph>
        <ReceiptNumber texts={texts} number={receiptNumber} />
      </>
    );
  },
});

async function findSale(db: Db, id: string) {
  const purchase = await findPurchase(db, id);
  if (purchase) return { ...purchase, sale: "boosts" as const, amount: purchase.totalAmount };
  const payment = await findPayment(db, id);
  return payment && { ...payment, sale: "subscription" as const };
}
