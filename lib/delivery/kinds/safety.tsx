import { findDecision } from "@/lib/domain/operator/queries";
import { findReportById } from "@/lib/domain/safety/queries";
import { answerOf } from "@/lib/domain/safety/rules";
import { lastOf } from "@/lib/ground/i18n/date-formats";
import { MEASURE_RULES } from "@/lib/ground/vocabulary";
import { message } from "../message";
import { ActionButton, Paragraph, Quote } from "../parts";

const LIFTED = / lifted$/;

/**
 * The statement of reasons for a decision (Digital Services Act, article 17): the measure, the facts, whether a rule
 * pointed to it, the ground, until when, and how to appeal; or that it was lifted.
 */
export const moderation_decision = message({
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

/** The result of an appeal, in the words of who answered it. */
export const appeal_answered = message({
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

/** Confirms that a report arrived, with its deadline; a visitor gets the link with which they read the outcome. */
export const report_received = message({
  load: async (db, { cause, secret }) => {
    const report = await findReportById(db, cause);
    if (!report || report.state === "decided") return null;
    const { reference, dueAt } = report;
    return { reference, dueAt, path: `/reports/${reference}${secret === null ? "" : `?token=${secret}`}` };
  },
  body: ({ t, day }, { reference, dueAt, path }) => (
    <>
      <Paragraph>{t("report_received.text", { day: day(dueAt), reference })}</Paragraph>
      <Paragraph>{t("report_received.private")}</Paragraph>
      <ActionButton path={path}>{t("report_received.button")}</ActionButton>
    </>
  ),
});

/** What was decided about a report, for who sent it. It names nothing that they did not see. */
export const report_decided = message({
  load: async (db, { cause }) => {
    const report = await findReportById(db, cause);
    return report?.outcome ? { measure: report.outcome, reference: report.reference } : null;
  },
  body: ({ t }, { measure, reference }) => (
    <>
      <Paragraph>{t("report_decided.outcome", { measure })}</Paragraph>
      <Paragraph>{t("report_decided.text", { reference })}</Paragraph>
    </>
  ),
});
