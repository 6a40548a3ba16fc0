import { findPayeeFacts } from "@/lib/domain/payouts/message-facts";
import { DONATIONS_PAUSED_DAYS } from "@/lib/domain/payouts/rules";
import { message } from "../message";
import { ActionButton, Paragraph } from "../parts";
import { PAYOUT_SETTINGS } from "../payout";

/** Informs somebody that nothing can be given to them until they can be paid, if that is still so. */
export const donationsPaused = message({
  load: async (db, { recipient }) => {
    const { standing, isGivingPaused, owed } = await findPayeeFacts(db, recipient.id);
    if (!isGivingPaused || owed === null) return null;
    return { amount: owed.amount, backOn: owed.backOn, isChecking: standing.code === "checking" };
  },
  body: ({ t, money, day }, { amount, backOn, isChecking }) => (
    <>
      <Paragraph>
        {t(`donations_paused.${isChecking ? "checking" : "text"}`, {
          amount: money(amount),
          days: DONATIONS_PAUSED_DAYS,
        })}
      </Paragraph>
      {!isChecking && <ActionButton path={PAYOUT_SETTINGS}>{t("payouts.settle")}</ActionButton>}
      <Paragraph>{t("payouts.back", { day: day(backOn) })}</Paragraph>
    </>
  ),
  path: () => "/profile",
});
