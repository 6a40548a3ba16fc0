import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { DeedForm } from "@/components/office/deed-form";
import { Facts } from "@/components/office/facts";
import { NotYours } from "@/components/office/not-yours";
import { DateText } from "@/components/shared/dates";
import { PageTitle } from "@/components/shell/page-title";
import { Card, CardTitle } from "@/components/ui/card";
import { db } from "@/db/client";
import { answerAppealAction, liftAction } from "@/lib/actions/office";
import { findDecision, findSubject, partyTo, selectUsernames } from "@/lib/domain/operator/queries";
import { lastOf } from "@/lib/ground/i18n/date-formats";
import { requireOffice } from "@/lib/web/session/office";
import { type Asked, oncePerPage, titled } from "@/lib/web/titled";
import { SubjectCard } from "../../subject-card";

type Props = PageProps<"/office/decisions/[id]">;

const decisionOf = oncePerPage(async ({ id }: Asked<Props>) => {
  const operator = await requireOffice();
  return { operator, decision: (await findDecision(db(), id)) ?? notFound() };
});

export const generateMetadata = titled("office.decisions.one", {}, decisionOf);

/** A decision with its reasons, the appeal against it and its answer, and how it is ended. */
export default async function DecisionPage(props: Props) {
  const { operator, decision } = await decisionOf(props);
  const { subjectId, personId } = decision;
  const party = await partyTo(db(), operator.id, { subjectId, decisionId: decision.id });
  if ([personId, party].includes(operator.id)) return <NotYours />;
  const { id, measure, facts, ground, startsAt, until, liftedAt, decidedBy, liftedBy, appeal } = decision;
  const [found, names, t, office] = await Promise.all([
    findSubject(db(), decision),
    selectUsernames(db(), [decidedBy, liftedBy]),
    getTranslations("office.decisions"),
    getTranslations("office"),
  ]);
  const nameOf = (person: string | null) => (person === null ? null : (names.get(person) ?? null));
  const isRunning = liftedAt === null && measure !== "none";
  return (
    <>
      <PageTitle title={office(`measures.${measure}`)} />
      <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
        <div className="flex flex-col gap-4">
          <Card className="space-y-3">
            <CardTitle>{t("facts")}</CardTitle>
            <p className="whitespace-pre-line [overflow-wrap:anywhere]">{facts}</p>
            <Facts
              facts={[
                [t("ground"), ground],
                [t("foundBy"), t(decision.automatic ? "byRule" : "byPerson")],
                [t("from"), startsAt],
                [t("until"), until && <DateText key="until" value={lastOf(until).toISOString()} />],
                [t("by"), nameOf(decidedBy)],
                [t("liftedAt"), liftedAt],
                [t("liftedBy"), nameOf(liftedBy)],
              ]}
            />
          </Card>
          {found && <SubjectCard subject={found} />}
        </div>
        <div className="flex flex-col gap-4">
          {appeal && (
            <Card className="space-y-3">
              <CardTitle>{t("appeal")}</CardTitle>
              <p className="whitespace-pre-line [overflow-wrap:anywhere]">{appeal.text}</p>
              <Facts
                facts={[
                  [t("sent"), appeal.createdAt],
                  [t("state"), appeal.state && t(`appeals.${appeal.state}`)],
                  [t("answer"), appeal.answer],
                ]}
              />
              {appeal.state === "open" &&
                (decidedBy === operator.id ? (
                  <p>{t("ownDecision")}</p>
                ) : (
                  <DeedForm
                    action={answerAppealAction}
                    about={{ decision: id }}
                    asksReason={false}
                    submit={t("answerSubmit")}
                    fields={[
                      {
                        name: "outcome",
                        label: t("outcome"),
                        kind: "choice",
                        options: (["upheld", "overturned"] as const).map((value) => ({
                          value,
                          label: t(`outcomes.${value === "upheld" && !isRunning ? "ended" : value}`),
                        })),
                      },
                      { name: "answer", label: t("answer"), hint: t("answerHint"), kind: "lines", max: 2000 },
                    ]}
                  />
                ))}
            </Card>
          )}
          {isRunning && (
            <Card className="space-y-3">
              <CardTitle>{t("lift")}</CardTitle>
              <p className="text-sm text-muted-foreground">{t("liftText")}</p>
              <DeedForm action={liftAction} about={{ decision: id }} submit={t("lift")} variant="outline" />
            </Card>
          )}
        </div>
      </div>
    </>
  );
}
