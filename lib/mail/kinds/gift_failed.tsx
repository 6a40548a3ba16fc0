import { findDonationFacts, isTriedAgain } from "@/lib/domain/donations/queries";
import { requestPath } from "../donation";
import { message } from "../message";
import { ActionButton, Paragraph, Title } from "../parts";

/** Informs a donor of a payment that they had approved or tried and that failed, unless they tried again since. */
export const giftFailed = message({
  load: async (db, { cause, data }) => {
    const gift = await findDonationFacts(db, cause);
    if (gift?.paymentStatus !== "failed" || (await isTriedAgain(db, cause))) return null;
    return { ...gift, isClosed: data?.missed === "closed" };
  },
  subject: ({ t }) => t("gift_failed.subject"),
  preview: ({ t }) => t("gift_failed.charged"),
  body: ({ t, money }, gift) => {
    const { title, isClosed } = gift;
    const amount = money(gift.amount);
    return (
      <>
        <Title>{t("gift_failed.subject")}</Title>
        <Paragraph>
          {title === null
            ? t("gift_failed.textUntitled", { amount })
            : t("gift_failed.text", { amount, title })}{" "}
          {isClosed ? t("gift_failed.closed") : t("gift_failed.declined")}
        </Paragraph>
        <Paragraph>{t("gift_failed.charged")}</Paragraph>
        {title !== null && !isClosed && (
          <ActionButton path={requestPath(gift, "/")}>{t("gift_failed.action")}</ActionButton>
        )}
      </>
    );
  },
  path: (gift) => requestPath(gift, "/"),
});
