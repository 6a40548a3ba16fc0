import { findWaitingFacts } from "@/lib/domain/payouts/message-facts";
import { message } from "../message";
import { ActionButton, Paragraph, Title } from "../parts";

/** Informs a donor that what they gave to a request could not be paid out yet, if that is still so. */
export const donationWaiting = message({
  load: (db, { cause, recipient }) => findWaitingFacts(db, { donorId: recipient.id, requestId: cause }),
  subject: ({ t }) => t("donation_waiting.subject"),
  preview: ({ t }) => t("donation_waiting.preview"),
  body: ({ t, money, day }, { requestId, title, amount, backOn }) => (
    <>
      <Title>{t("donation_waiting.subject")}</Title>
      <Paragraph>{t("donation_waiting.text", { amount: money(amount), title })}</Paragraph>
      <Paragraph>{t("donation_waiting.back", { day: day(backOn) })}</Paragraph>
      <ActionButton path={`/?request=${requestId}`}>{t("donation_waiting.action")}</ActionButton>
    </>
  ),
});
