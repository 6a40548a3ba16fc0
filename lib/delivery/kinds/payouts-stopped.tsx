import { findPayeeFacts } from "@/lib/domain/payouts/message-facts";
import { message } from "../message";
import { ActionButton, Paragraph } from "../parts";
import { PAYOUT_SETTINGS } from "../payout";

/** Informs somebody that the provider refuses to pay them out, if it still does. */
export const payoutsStopped = message({
  load: async (db, { recipient }) => {
    const { standing } = await findPayeeFacts(db, recipient.id);
    return standing.by === null && ["stopped", "start", "unpayable"].includes(standing.code) ? {} : null;
  },
  body: ({ t }) => (
    <>
      <Paragraph>{t("payouts_stopped.text")}</Paragraph>
      <Paragraph>{t("payouts_stopped.back")}</Paragraph>
      <Paragraph>{t("payouts_stopped.contact")}</Paragraph>
      <ActionButton path={PAYOUT_SETTINGS}>{t("payouts_stopped.action")}</ActionButton>
    </>
  ),
  path: () => "/profile",
});
