import { findDonationFacts, isCredited } from "@/lib/domain/donations/queries";
import { breakdownOf } from "../donation";
import { message } from "../message";
import { ActionButton, Breakdown, Muted, Paragraph, ReceiptNumber, Title } from "../parts";

/** The donor's receipt, for every donation that was credited. */
export const giftReceipt = message({
  load: async (db, { cause }) => {
    const gift = await findDonationFacts(db, cause);
    return gift && isCredited(gift) ? gift : null;
  },
  subject: ({ t }) => t("gift_receipt.subject"),
  preview: ({ t }) => t("gift_receipt.preview"),
  body: (texts, gift) => {
    const { t, shared, dayAndTime } = texts;
    const { title, recipientUsername, settledAt, requestId } = gift;
    const person = recipientUsername === null ? shared("shared.deletedUser") : `@${recipientUsername}`;
    return (
      <>
        <Title>{t("gift_receipt.title")}</Title>
        <Paragraph>
          {title === null
            ? t("gift_receipt.textUntitled", { person })
            : t("gift_receipt.text", { person, title })}
        </Paragraph>
        <Breakdown texts={texts} amounts={breakdownOf(gift)} />
        <ReceiptNumber texts={texts} number={gift.receiptNumber} />
        {settledAt && <Muted>{t("common.paidAt", { at: dayAndTime(settledAt) })}</Muted>}
        {title !== null && (
          <ActionButton path={`/?request=${requestId}`}>{t("gift_receipt.action")}</ActionButton>
        )}
      </>
    );
  },
});
