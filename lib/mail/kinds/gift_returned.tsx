import { findDonationFacts } from "@/lib/domain/donations/queries";
import { breakdownOf, requestPath } from "../donation";
import { message } from "../message";
import { Breakdown, Paragraph, Title } from "../parts";

/** Informs a donor that everything they paid was refunded, and why. */
export const giftReturned = message({
  load: async (db, { cause }) => {
    const gift = await findDonationFacts(db, cause);
    return gift?.paymentStatus === "refunded" ? gift : null;
  },
  subject: ({ t }) => t("gift_returned.subject"),
  preview: ({ t }) => t("gift_returned.preview"),
  body: (texts, gift) => {
    const { t, shared } = texts;
    const reason = shared(`notifications.refundReasons.${gift.refundReason ?? "requested"}`);
    return (
      <>
        <Title>{t("gift_returned.subject")}</Title>
        <Paragraph>
          {gift.title === null
            ? t("gift_returned.textUntitled", { reason })
            : t("gift_returned.text", { title: gift.title, reason })}
        </Paragraph>
        <Breakdown texts={texts} amounts={breakdownOf(gift)} />
        <Paragraph>{t("common.back")}</Paragraph>
      </>
    );
  },
  path: (gift) => requestPath(gift, "/notifications"),
});
