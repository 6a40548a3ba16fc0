import { useFormatter, useTranslations } from "next-intl";
import { Card, CardTitle } from "@/components/ui/card";
import { answerOf } from "@/lib/domain/safety/rules";
import type { Decision } from "@/lib/domain/safety/schema";
import { DAY_FORMAT, lastOf } from "@/lib/ground/i18n/date-formats";
import { AppealForm } from "./appeal-form";

/** One decision: measure, reasons and term, with the appeal (Digital Services Act, article 17). */
export function DecisionCard({ decision }: { decision: Decision }) {
  const t = useTranslations("safety.decisions");
  const mail = useTranslations("mail.moderation_decision");
  const format = useFormatter();
  const day = (at: Date | string) => format.dateTime(new Date(at), DAY_FORMAT);
  const { id, subject, measure, facts, automatic, from, until, liftedAt, appeal } = decision;
  const [kind = "", ...rest] = decision.ground.split(":");
  if (measure === "none") return null;
  return (
    <Card className="space-y-3 [overflow-wrap:anywhere]">
      <CardTitle>{t(`measures.${measure}`)}</CardTitle>
      <p>{t("about", { subject: subject.kind, title: subject.title ?? "–" })}</p>
      <p className="text-sm text-muted-foreground">
        {t("since", { day: day(from) })}
        {until !== null && liftedAt === null && <> · {t("until", { day: day(lastOf(until)) })}</>}
        {liftedAt !== null && <> · {t("lifted", { day: day(liftedAt) })}</>}
      </p>
      <h3 className="font-semibold">{t("facts")}</h3>
      <p className="whitespace-pre-line">{facts}</p>
      <p>
        {kind === "rules" ? (
          <a href={`/rules#${rest.join(":")}`} className="underline underline-offset-4">
            {mail("ground", { kind, ground: rest.join(":") })}
          </a>
        ) : (
          mail("ground", { kind, ground: rest.join(":") })
        )}
      </p>
      <p>{mail(automatic ? "automatic" : "byPerson")}</p>
      {appeal === null ? (
        <AppealForm id={id} />
      ) : (
        <>
          <p className="font-medium">{t(`states.${answerOf(appeal, decision)}`)}</p>
          {appeal.answer !== null && (
            <p className="whitespace-pre-line">
              {t("answer")}
              {": "}
              {appeal.answer}
            </p>
          )}
        </>
      )}
    </Card>
  );
}
