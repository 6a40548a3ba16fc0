import { isPaid } from "@/lib/ground/tiers";
import type { Tier } from "@/lib/ground/vocabulary";
import { message } from "../message";
import { ActionButton, Paragraph } from "../parts";

/** Confirms that a plan was cancelled by the link of a message. */
export const planCancelled = message({
  load: async (_db, { data }) => {
    const tier = data?.tier as Tier | undefined;
    if (!tier || !isPaid(tier)) return null;
    return { tier, until: typeof data?.until === "string" ? new Date(data.until) : null };
  },
  body: ({ t, shared, dayAndTime }, { tier, until }) => (
    <>
      <Paragraph>
        {until
          ? t("plan_cancelled.text", { plan: shared(`common.tier.${tier}`), until: dayAndTime(until) })
          : t("plan_cancelled.preview")}
      </Paragraph>
      <Paragraph>{shared("subscription.cancelDialog.after")}</Paragraph>
      <ActionButton path="/subscription">{t("subscription_ending.action")}</ActionButton>
    </>
  ),
});
