import { findReturnFacts } from "@/lib/domain/donations/queries";
import { message } from "../message";
import { Paragraph, Progress, Title } from "../parts";

/** Informs a requester that a credited donation was refunded, all of it or a part, so that less is raised. */
export const giftTakenBack = message({
  load: async (db, { cause }) => {
    const gift = await findReturnFacts(db, cause);
    return gift?.creditedAt ? gift : null;
  },
  subject: ({ t }, { isPart }) => t(isPart ? "gift_taken_back.partSubject" : "gift_taken_back.subject"),
  preview: ({ t }) => t("gift_taken_back.preview"),
  body: (texts, gift) => {
    const { t, shared, money } = texts;
    const { title, isPart } = gift;
    const reason = shared(`notifications.refundReasons.${gift.refundReason}`);
    const values = { amount: money(gift.amount), reason };
    return (
      <>
        <Title>{t(isPart ? "gift_taken_back.partSubject" : "gift_taken_back.subject")}</Title>
        <Paragraph>
          {title === null
            ? t(isPart ? "gift_taken_back.partTextUntitled" : "gift_taken_back.textUntitled", values)
            : t(isPart ? "gift_taken_back.partText" : "gift_taken_back.text", { ...values, title })}
        </Paragraph>
        {title !== null && <Progress texts={texts} {...gift} />}
        <Paragraph>{t("gift_taken_back.after")}</Paragraph>
      </>
    );
  },
});
