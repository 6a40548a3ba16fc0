import { findPurchase } from "@/lib/domain/boosts/queries";
import { message } from "../message";
import { ActionButton, DataTable, Paragraph, ReceiptNumber } from "../parts";

/** The receipt for boosts. */
export const purchaseReceipt = message({
  load: async (db, { cause }) => {
    const purchase = await findPurchase(db, cause);
    if (!purchase?.grantedAt || purchase.paymentStatus !== "completed") return null;
    const { boostType, quantity, totalAmount, settledAt, receiptNumber } = purchase;
    return { boostType, quantity, totalAmount, settledAt, receiptNumber };
  },
  body: (texts, { boostType, quantity, totalAmount, settledAt, receiptNumber }) => {
    const { t, shared, money } = texts;
    return (
      <>
        <Paragraph>{t("purchase_receipt.text")}</Paragraph>
        <DataTable
          hasTotal
          rows={[
            [`${quantity} × ${shared(`boosts.names.${boostType}`)}`, money(totalAmount)],
            [shared("donate.breakdown.total"), money(totalAmount)],
          ]}
        />
        <ReceiptNumber texts={texts} number={receiptNumber} paidAt={settledAt} />
        <ActionButton path="/profile">{t("purchase_receipt.action")}</ActionButton>
      </>
    );
  },
});
