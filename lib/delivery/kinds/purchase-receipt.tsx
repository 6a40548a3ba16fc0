import { findPurchase } from "@/lib/domain/boosts/queries";
import { message } from "../message";
import { ActionButton, Facts, Muted, Paragraph, ReceiptNumber } from "../parts";

/** The receipt for boosts. */
export const purchaseReceipt = message({
  load: async (db, { cause }) => {
    const purchase = await findPurchase(db, cause);
    if (!purchase?.grantedAt || purchase.paymentStatus !== "completed") return null;
    const { boostType, quantity, totalAmount, settledAt, receiptNumber } = purchase;
    return { boostType, quantity, totalAmount, settledAt, receiptNumber };
  },
  subject: ({ t }) => t("purchase_receipt.subject"),
  body: (texts, { boostType, quantity, totalAmount, settledAt, receiptNumber }) => {
    const { t, shared, money, dayAndTime } = texts;
    return (
      <>
        <Paragraph>{t("purchase_receipt.text")}</Paragraph>
        <Facts
          hasTotal
          rows={[
            [`${quantity} × ${shared(`boosts.names.${boostType}`)}`, money(totalAmount)],
            [shared("donate.breakdown.total"), money(totalAmount)],
          ]}
        />
        <ReceiptNumber texts={texts} number={receiptNumber} />
        {settledAt && <Muted>{t("common.paidAt", { at: dayAndTime(settledAt) })}</Muted>}
        <ActionButton path="/profile">{t("purchase_receipt.action")}</ActionButton>
      </>
    );
  },
});
