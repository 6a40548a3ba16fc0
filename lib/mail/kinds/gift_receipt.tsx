import { donationFacts } from "@/lib/domain/donations/queries";
import { message } from "../message";
import { ActionButton, Breakdown, Paragraph, Title } from "../parts";

/** The donor's receipt, for every gift that was credited. */
export const giftReceipt = message({
  load: async (db, { cause }) => {
    const gift = await donationFacts(db, cause);
    return gift?.creditedAt && gift.paymentStatus === "completed" ? gift : null;
  },
  subject: ({ t }) => t("gift_receipt.subject"),
  preview: ({ t }) => t("gift_receipt.preview"),
  body: (texts, { amount, serviceFee, title, recipientUsername, settledAt, requestId }) => {
    const { t, shared, dayAndTime } = texts;
    const person = recipientUsername === null ? shared("shared.deletedUser") : `@${recipientUsername}`;
    return (
      <>
        <Title>{t("gift_receipt.title")}</Title>
        <Paragraph>
          {title === null
            ? t("gift_receipt.textUntitled", { person })
            : t("gift_receipt.text", { person, title })}
        </Paragraph>
        <Breakdown
          texts={texts}
          amounts={{ donationAmount: amount, serviceFee, totalAmount: amount + serviceFee }}
        />
        {settledAt && <Paragraph>{t("gift_receipt.paidAt", { at: dayAndTime(settledAt) })}</Paragraph>}
        {title !== null && (
          <ActionButton path={`/?request=${requestId}`}>{t("gift_receipt.action")}</ActionButton>
        )}
      </>
    );
  },
});
