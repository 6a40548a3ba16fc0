import { findEntitlement } from "@/lib/domain/subscriptions/queries";
import { now } from "@/lib/ground/clock";
import { message } from "../message";
import { ActionButton, Paragraph } from "../parts";

/** Reminds somebody that the tier they cancelled is about to end, unless they continued it. */
export const subscriptionEnding = message({
  load: async (db, { cause, recipient }) => {
    const { tier, endsAt, cancelled } = await findEntitlement(db, recipient.id);
    const isThisEnd = cancelled && endsAt !== null && endsAt.toISOString() === cause;
    return isThisEnd && endsAt > now() ? { tier, endsAt } : null;
  },
  body: ({ t, shared, dayAndTime }, { tier, endsAt }) => (
    <>
      <Paragraph>
        {t("subscription_ending.text", { plan: shared(`common.tier.${tier}`), until: dayAndTime(endsAt) })}
      </Paragraph>
      <Paragraph>{shared("subscription.cancelDialog.after")}</Paragraph>
      <ActionButton path="/subscription">{t("subscription_ending.action")}</ActionButton>
    </>
  ),
  path: () => "/subscription",
});
