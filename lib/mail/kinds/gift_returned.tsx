import { findReturnFacts } from "@/lib/domain/donations/queries";
import { breakdownOf, requestPath } from "../donation";
import { message } from "../message";
import { Breakdown, Paragraph, ReceiptNumber, Title } from "../parts";

/** Informs a donor that what they paid was refunded, all of it or a part, and why. */
export const giftReturned = message({
  load: (db, { cause }) => findReturnFacts(db, cause),
  subject: ({ t }, { isPart }) => t(isPart ? "gift_returned.partSubject" : "gift_returned.subject"),
  preview: ({ t }, { isPart }) => t(isPart ? "gift_returned.partPreview" : "gift_returned.preview"),
  body: (texts, gift) => {
    const { t, shared } = texts;
    const { title, isPart } = gift;
    const reason = shared(`notifications.refundReasons.${gift.refundReason}`);
    return (
      <>
        <Title>{t(isPart ? "gift_returned.partSubject" : "gift_returned.subject")}</Title>
        <Paragraph>
          {title === null
            ? t(isPart ? "gift_returned.partTextUntitled" : "gift_returned.textUntitled", { reason })
            : t(isPart ? "gift_returned.partText" : "gift_returned.text", { title, reason })}
        </Paragraph>
        <Breakdown texts={texts} amounts={breakdownOf(gift)} />
        <Paragraph>{t("common.back")}</Paragraph>
        <ReceiptNumber texts={texts} number={gift.receiptNumber} />
      </>
    );
  },
  path: (gift) => requestPath(gift, "/notifications"),
});
