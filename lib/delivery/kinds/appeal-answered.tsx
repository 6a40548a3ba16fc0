import { findDecision } from "@/lib/domain/operator/queries";
import { answerOf } from "@/lib/domain/safety/rules";
import { message } from "../message";
import { ActionButton, Paragraph, Quote } from "../parts";

/** The result of an appeal, in the words of who answered it. */
export const appealAnswered = message({
  load: async (db, { cause }) => {
    const decision = await findDecision(db, cause);
    const appeal = decision?.appeal;
    if (!appeal || appeal.state === "open" || appeal.answer === null) return null;
    const { state, answeredAt, answer } = appeal;
    return { state: answerOf({ state, answeredAt }, decision), answer };
  },
  subject: ({ t }, { state }) => t(`appeal_answered.${state}.subject`),
  body: ({ t }, { state, answer }) => (
    <>
      <Paragraph>{t(`appeal_answered.${state}.text`)}</Paragraph>
      <Paragraph>{t("appeal_answered.answer")}</Paragraph>
      <Quote>{answer}</Quote>
      <ActionButton path="/decisions">{t("appeal_answered.button")}</ActionButton>
    </>
  ),
});
