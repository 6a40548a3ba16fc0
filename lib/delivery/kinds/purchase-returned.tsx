import { message } from "../message";
import { Paragraph, ReceiptNumber } from "../parts";
import { findSale } from "../sale";

/** Informs a buyer that a purchase of boosts, or a month of a subscription, was refunded, and why. */
export const purchaseReturned = message({
  load: async (db, { cause }) => {
    const found = await findSale(db, cause);
    if (found?.paymentStatus !== "refunded" || found.refundReason === null) return null;
    const { sale, amount, returnedAmount, refundReason, receiptNumber } = found;
    return { sale, amount: amount - returnedAmount, reason: refundReason, receiptNumber };
  },
  preview: ({ t }) => t("donation_returned.preview"),
  body: (texts, { sale, amount, reason, receiptNumber }) => {
    const { t, shared, money } = texts;
    return (
      <>
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
