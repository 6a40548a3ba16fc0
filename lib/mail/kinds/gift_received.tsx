import { findDonationFacts, isCredited } from "@/lib/domain/donations/queries";
import { donorOf, requestPath } from "../donation";
import { message } from "../message";
import { ActionButton, Paragraph, Progress, Title } from "../parts";

/** Informs a requester of a donation. */
export const giftReceived = message({
  load: async (db, { cause }) => {
    const gift = await findDonationFacts(db, cause);
    return gift && isCredited(gift) ? gift : null;
  },
  subject: ({ t }) => t("gift_received.subject"),
  preview: ({ t }) => t("gift_received.preview"),
  body: (texts, gift) => {
    const { t, money } = texts;
    const { title } = gift;
    const values = { person: donorOf(texts, gift), amount: money(gift.amount) };
    return (
      <>
        <Title>{t("gift_received.title")}</Title>
        <Paragraph>
          {title === null
            ? t("gift_received.textUntitled", values)
            : t("gift_received.text", { ...values, title })}
        </Paragraph>
        {title !== null && (
          <>
            <Progress texts={texts} {...gift} />
            <ActionButton path={requestPath(gift, "/notifications")}>
              {t("gift_received.action")}
            </ActionButton>
          </>
        )}
      </>
    );
  },
  path: (gift) => requestPath(gift, "/notifications"),
});
