import { findDecision } from "@/lib/domain/operator/queries";
import { lastOf } from "@/lib/ground/i18n/date-formats";
import { MEASURE_RULES } from "@/lib/ground/vocabulary";
import { message } from "../message";
import { ActionButton, Paragraph, Quote } from "../parts";

const LIFTED = / lifted$/;

/**
 * The statement of reasons for a decision (Digital Services Act, article 17): the measure, the facts, whether a rule
 * pointed to it, the ground, until when, and how to appeal; or that it was lifted.
 */
export const moderationDecision = message({
  load: async (db, { cause }) => {
    const decision = await findDecision(db, cause.replace(LIFTED, ""));
    if (!decision || decision.measure === "none" || decision.title === null) return null;
    const isLifted = LIFTED.test(cause);
    // A decision that was lifted before its message was sent needs no statement any more.
    if (!isLifted && decision.liftedAt !== null) return null;
    const { title, measure, ground, facts, automatic, until, personId } = decision;
    const said = isLifted ? ("lifted" as const) : measure;
    // The address of a guest may be somebody else's: it gets nobody's words but the operator's (C247).
    const [subject, shown] =
      personId === null ? (["guest", ""] as const) : ([decision.subject, title] as const);
    return { measure: said, subject, title: shown, ground, facts, automatic, until };
  },
  subject: ({ t }, { measure, subject }) => t(`moderation_decision.${measure}.subject`, { subject }),
  preview: ({ t }, { measure, subject }) =>
    measure === "lifted"
      ? t("moderation_decision.lifted.subject", { subject })
      : t("moderation_decision.preview"),
  body: ({ t, day }, { measure, subject, title, ground, facts, automatic, until }) => (
    <>
      <Paragraph>{t(`moderation_decision.${measure}.text`, { subject, title })}</Paragraph>
      {measure !== "lifted" && (
        <>
          <Paragraph>{t("moderation_decision.facts")}</Paragraph>
          <Quote>{facts}</Quote>
          <Paragraph>{t("moderation_decision.ground", splitGround(ground))}</Paragraph>
          <Paragraph>
            {t(automatic ? "moderation_decision.automatic" : "moderation_decision.byPerson")}
          </Paragraph>
          {MEASURE_RULES[measure].lasts && (
            <Paragraph>
              {until
                ? t("moderation_decision.until", { day: day(lastOf(until)) })
                : t("moderation_decision.open")}
            </Paragraph>
          )}
          <Paragraph>
            {t(subject === "guest" ? "moderation_decision.appealGuest" : "moderation_decision.appeal")}
          </Paragraph>
          {subject !== "guest" && (
            <ActionButton path="/decisions">{t("moderation_decision.button")}</ActionButton>
          )}
        </>
      )}
    </>
  ),
});

/** `law:…` or `rules:…` as the values of its sentence. */
function splitGround(ground: string): { kind: string; ground: string } {
  const [kind = "", ...rest] = ground.split(":");
  return { kind, ground: rest.join(":") };
}
