import { findDecision } from "@/lib/domain/operator/queries";
import { message } from "../message";
import { Paragraph, Quote, Title } from "../parts";

/**
 * Informs an owner that their request was taken out of the feed or put back, or that what it raised goes back, with
 * the operator's own words. Of a hidden request it says what happens to the money.
 */
export const moderationDecision = message({
  load: async (db, { cause }) => {
    const decision = await findDecision(db, Number(cause));
    if (!decision || decision.title === null) return null;
    const { action, title, reason } = decision;
    if (action === "show_request") return { measure: "shown", money: "none", title, reason } as const;
    if (action === "return_donations")
      return { measure: "returned", money: "returned", title, reason } as const;
    return { measure: "hidden", money: decision.money ?? "stays", title, reason } as const;
  },
  subject: ({ t }, { measure }) => t(`moderation_decision.${measure}.subject`),
  preview: ({ t }, { measure }) => t(`moderation_decision.${measure}.preview`),
  body: ({ t }, { measure, money, title, reason }) => (
    <>
      <Title>{t(`moderation_decision.${measure}.subject`)}</Title>
      <Paragraph>{t(`moderation_decision.${measure}.text`, { title })}</Paragraph>
      {money !== "none" && <Paragraph>{t(`moderation_decision.money.${money}`)}</Paragraph>}
      {reason !== null && (
        <>
          <Paragraph>{t("moderation_decision.reason")}</Paragraph>
          <Quote>{reason}</Quote>
        </>
      )}
    </>
  ),
});
