import { findDecision } from "@/lib/domain/operator/queries";
import { message } from "../message";
import { Paragraph, Quote, Title } from "../parts";

/** Informs an owner that their request was taken out of the feed or put back, with the operator's own words. */
export const moderationDecision = message({
  load: async (db, { cause }) => {
    const decision = await findDecision(db, Number(cause));
    if (!decision || decision.title === null) return null;
    const { action, title, reason } = decision;
    return { isHidden: action === "hide_request", title, reason };
  },
  subject: ({ t }, { isHidden }) => t(`moderation_decision.${isHidden ? "hidden" : "shown"}.subject`),
  preview: ({ t }, { isHidden }) => t(`moderation_decision.${isHidden ? "hidden" : "shown"}.preview`),
  body: ({ t }, { isHidden, title, reason }) => {
    const measure = isHidden ? "hidden" : "shown";
    return (
      <>
        <Title>{t(`moderation_decision.${measure}.subject`)}</Title>
        <Paragraph>{t(`moderation_decision.${measure}.text`, { title })}</Paragraph>
        {reason !== null && (
          <>
            <Paragraph>{t("moderation_decision.reason")}</Paragraph>
            <Quote>{reason}</Quote>
          </>
        )}
      </>
    );
  },
});
