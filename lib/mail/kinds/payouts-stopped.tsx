import { findPayeeFacts } from "@/lib/domain/payouts/message-facts";
import { message } from "../message";
import { ActionButton, Paragraph, Title } from "../parts";
import { PAYOUT_SETTINGS } from "../payout";

/** Informs somebody that the provider refuses to pay them out, if it still does. */
export const payoutsStopped = message({
  load: async (db, { recipient }) => {
    const { standing } = await findPayeeFacts(db, recipient.id);
    return standing.by === null && ["stopped", "start", "unpayable"].includes(standing.code) ? {} : null;
  },
  subject: ({ t }) => t("payouts_stopped.subject"),
  preview: ({ t }) => t("payouts_stopped.preview"),
  body: ({ t }) => (
    <>
      <Title>{t("payouts_stopped.subject")}</Title>
      <Paragraph>{t("payouts_stopped.text")}</Paragraph>
      <Paragraph>{t("payouts_stopped.back")}</Paragraph>
      <Paragraph>{t("payouts_stopped.contact")}</Paragraph>
      <ActionButton path={PAYOUT_SETTINGS}>{t("payouts_stopped.action")}</ActionButton>
    </>
  ),
  path: () => "/profile",
});
