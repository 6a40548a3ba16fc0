import { findWaitingFacts } from "@/lib/domain/payouts/message-facts";
import { message } from "../message";
import { ActionButton, Paragraph, Title } from "../parts";

/** Informs a donor that what they gave to a request could not be paid out yet, if that is still so. */
export const giftWaiting = message({
  load: (db, { cause, recipient }) => findWaitingFacts(db, { donorId: recipient.id, requestId: cause }),
  subject: ({ t }) => t("gift_waiting.subject"),
  preview: ({ t }) => t("gift_waiting.preview"),
  body: ({ t, money, day }, { requestId, title, amount, backOn }) => (
    <>
      <Title>{t("gift_waiting.subject")}</Title>
      <Paragraph>{t("gift_waiting.text", { amount: money(amount), title })}</Paragraph>
      <Paragraph>{t("gift_waiting.back", { day: day(backOn) })}</Paragraph>
      <ActionButton path={`/?request=${requestId}`}>{t("gift_waiting.action")}</ActionButton>
    </>
  ),
});
