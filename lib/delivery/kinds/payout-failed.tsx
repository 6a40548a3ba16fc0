import { findPayoutFacts } from "@/lib/domain/payouts/message-facts";
import { DESTINATION, payoutFailure } from "@/lib/domain/payouts/rules";
import { message } from "../message";
import { ActionButton, Paragraph } from "../parts";
import { PAYOUT_SETTINGS } from "../payout";

/** Informs somebody that a payout did not arrive, why, and what they have to do. */
export const payoutFailed = message({
  load: async (db, { cause }) => {
    const payout = await findPayoutFacts(db, cause);
    return payout?.state === "failed" ? payout : null;
  },
  body: ({ t, money }, payout) => {
    const to = DESTINATION[payout.provider];
    const reason = to === "paypal" ? to : payoutFailure(payout.failureCode);
    return (
      <>
        <Paragraph>{t("payout_failed.text", { amount: money(payout.amount) })}</Paragraph>
        <Paragraph>{t("payout_failed.reason", { reason })}</Paragraph>
        <Paragraph>{t("payout_failed.next", { remedy: payout.remedy ?? "other", to })}</Paragraph>
        {payout.remedy === "another_account" ? (
          <ActionButton path={PAYOUT_SETTINGS}>{t("payout_failed.action")}</ActionButton>
        ) : (
          <ActionButton path="/payouts">{t("payouts.action")}</ActionButton>
        )}
      </>
    );
  },
  path: () => "/payouts",
});
