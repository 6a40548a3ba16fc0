import { findPayeeFacts } from "@/lib/domain/payouts/message-facts";
import { message } from "../message";
import { ActionButton, Paragraph } from "../parts";
import { PAYOUT_SETTINGS } from "../payout";

/** Informs somebody that the provider asks for something more, and until when, if it still does. */
export const identityAsked = message({
  load: async (db, { recipient }) => {
    const { standing } = await findPayeeFacts(db, recipient.id);
    return standing.code === "asked" ? { waitsUntil: standing.until } : null;
  },
  body: ({ t, day }, { waitsUntil }) => (
    <>
      <Paragraph>{t("identity_asked.text")}</Paragraph>
      {waitsUntil && <Paragraph>{t("identity_asked.until", { day: day(waitsUntil) })}</Paragraph>}
      <ActionButton path={PAYOUT_SETTINGS}>{t("payouts.settle")}</ActionButton>
    </>
  ),
  path: () => "/profile",
});
