import { findPayment } from "@/lib/domain/subscriptions/queries";
import { message } from "../message";
import { ActionButton, DataTable, Paragraph, ReceiptNumber } from "../parts";

/** The receipt for each month of a subscription. */
export const renewalReceipt = message({
  load: async (db, { cause }) => {
    const payment = await findPayment(db, cause);
    if (!payment?.periodEnd || payment.paymentStatus !== "completed") return null;
    const { tier, amount, paidAt, periodEnd, receiptNumber } = payment;
    return { tier, amount, paidAt, periodEnd, receiptNumber };
  },
  subject: ({ t, shared }, { tier }) => t("renewal_receipt.subject", { plan: shared(`common.tier.${tier}`) }),
  body: (texts, { tier, amount, paidAt, periodEnd, receiptNumber }) => {
    const { t, shared, money, day } = texts;
    const plan = shared(`common.tier.${tier}`);
    return (
      <>
        <Paragraph>{t("renewal_receipt.text", { plan, until: day(periodEnd) })}</Paragraph>
        <DataTable
          hasTotal
          rows={[
            [t("renewal_receipt.month", { plan }), money(amount)],
            [shared("donate.breakdown.total"), money(amount)],
          ]}
        />
        <ReceiptNumber texts={texts} number={receiptNumber} paidAt={paidAt} />
        <ActionButton path="/subscription">{t("renewal_receipt.action")}</ActionButton>
      </>
    );
  },
});
