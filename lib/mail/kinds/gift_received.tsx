import { findDonationFacts, isCredited } from "@/lib/domain/donations/queries";
import { isIdentityMissing } from "@/lib/domain/payouts/message-facts";
import { donorOf, requestPath } from "../donation";
import { message } from "../message";
import { ActionButton, Paragraph, PathLink, Progress, Title } from "../parts";
import { PAYOUT_SETTINGS } from "../payout";

/** Informs a requester of a donation, and of what is to be done before it can be paid out. */
export const giftReceived = message({
  load: async (db, { cause, recipient }) => {
    const gift = await findDonationFacts(db, cause);
    if (!gift || !isCredited(gift)) return null;
    return { ...gift, isIdentityMissing: await isIdentityMissing(db, recipient.id) };
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
        {gift.isIdentityMissing && (
          <Paragraph>
            {t("gift_received.identity")} <PathLink path={PAYOUT_SETTINGS}>{t("payouts.settle")}</PathLink>
          </Paragraph>
        )}
      </>
    );
  },
  path: (gift) => requestPath(gift, "/notifications"),
});
