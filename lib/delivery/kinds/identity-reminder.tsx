import { findPayeeFacts } from "@/lib/domain/payouts/message-facts";
import { REMINDER_DAYS } from "@/lib/domain/payouts/rules";
import { now } from "@/lib/ground/clock";
import { message } from "../message";
import { ActionButton, Paragraph } from "../parts";
import { PAYOUT_SETTINGS } from "../payout";

/** Reminds somebody who is owed money that the provider does not know them yet, if it is their turn. */
export const identityReminder = message({
  load: async (db, { recipient }) => {
    const { standing, owed } = await findPayeeFacts(db, recipient.id);
    if (owed === null || standing.by !== null || standing.waitsFor !== "owner") return null;
    const { amount, days, pausedOn, backOn } = owed;
    return {
      amount,
      pausedOn: pausedOn > now() ? pausedOn : null,
      backOn,
      isLast: days >= Math.max(...REMINDER_DAYS),
    };
  },
  subject: ({ t }, { isLast }) => t(`identity_reminder.${isLast ? "lastSubject" : "subject"}`),
  preview: ({ t }, { isLast }) => t(`identity_reminder.${isLast ? "lastPreview" : "preview"}`),
  body: ({ t, money, day }, { amount, pausedOn, backOn }) => (
    <>
      <Paragraph>{t("identity_reminder.text", { amount: money(amount) })}</Paragraph>
      <ActionButton path={PAYOUT_SETTINGS}>{t("payouts.settle")}</ActionButton>
      {pausedOn && <Paragraph>{t("identity_reminder.paused", { day: day(pausedOn) })}</Paragraph>}
      <Paragraph>{t("payouts.back", { day: day(backOn) })}</Paragraph>
    </>
  ),
  path: () => "/profile",
});
