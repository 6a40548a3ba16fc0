import { findPayeeFacts } from "@/lib/domain/payouts/message-facts";
import { QUIET_DAYS } from "@/lib/domain/payouts/rules";
import { message } from "../message";
import { ActionButton, Paragraph } from "../parts";

/** Informs somebody that the provider has checked them, if they can still be paid out to. */
export const identityVerified = message({
  load: async (db, { recipient }) => {
    const { standing } = await findPayeeFacts(db, recipient.id);
    return standing.by === null ? null : { days: QUIET_DAYS, standing };
  },
  body: ({ t, day }, { days, standing: { code, until } }) => (
    <>
      <Paragraph>{t("identity_verified.text")}</Paragraph>
      <Paragraph>
        {t("identity_verified.how", { days, standing: code, until: until === null ? "" : day(until) })}
      </Paragraph>
      <ActionButton path="/payouts">{t("payouts.action")}</ActionButton>
    </>
  ),
  path: () => "/payouts",
});
