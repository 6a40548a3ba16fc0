import { findPayment } from "@/lib/domain/subscriptions/queries";
import { message } from "../message";
import { ActionButton, Facts, Muted, Paragraph, Title } from "../parts";

/** The receipt for each month of a subscription. */
export const renewalReceipt = message({
  load: async (db, { cause }) => {
    const payment = await findPayment(db, cause);
    if (!payment?.periodEnd || payment.paymentStatus !== "completed") return null;
    const { tier, amount, paidAt, periodEnd } = payment;
    return { tier, amount, paidAt, periodEnd };
  },
  subject: ({ t }) => t("gift_receipt.subject"),
  preview: ({ t }) => t("renewal_receipt.preview"),
  body: ({ t, shared, money, day, dayAndTime }, { tier, amount, paidAt, periodEnd }) => {
    const plan = shared(`common.tier.${tier}`);
    return (
      <>
        <Title>{t("renewal_receipt.title")}</Title>
        <Paragraph>{t("renewal_receipt.text", { plan, until: day(periodEnd) })}</Paragraph>
        <Facts
          hasTotal
          rows={[
            [t("renewal_receipt.month", { plan }), money(amount)],
            [shared("donate.breakdown.total"), money(amount)],
          ]}
        />
        <Muted>{t("common.paidAt", { at: dayAndTime(paidAt) })}</Muted>
        <ActionButton path="/subscription">{t("renewal_receipt.action")}</ActionButton>
      </>
    );
  },
});
