import { findSubscription } from "@/lib/domain/subscriptions/queries";
import { subscriptionOf } from "@/lib/domain/subscriptions/rules";
import { message } from "../message";
import { ActionButton, Paragraph } from "../parts";

/** Informs a subscriber that a month could not be collected, unless it was since. */
export const renewalFailed = message({
  load: async (db, { cause }) => {
    const subscription = await findSubscription(db, subscriptionOf(cause));
    if (subscription?.status !== "suspended") return null;
    const { tier, amount } = subscription;
    return { tier, amount };
  },
  body: ({ t, shared, money }, { tier, amount }) => (
    <>
      <Paragraph>
        {t("renewal_failed.text", { price: money(amount), plan: shared(`common.tier.${tier}`) })}
      </Paragraph>
      <Paragraph>{t("renewal_failed.after")}</Paragraph>
      <ActionButton path="/subscription">{t("renewal_receipt.action")}</ActionButton>
    </>
  ),
  path: () => "/subscription",
});
