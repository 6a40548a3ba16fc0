import { getTranslations } from "next-intl/server";
import { DeedForm } from "@/components/office/deed-form";
import { Facts } from "@/components/office/facts";
import { PersonLink } from "@/components/office/person-link";
import { RequestRef } from "@/components/office/refs";
import { getMoney } from "@/components/shared/get-money";
import { PageTitle } from "@/components/shell/page-title";
import { Card, CardTitle } from "@/components/ui/card";
import { db } from "@/db/client";
import { answerWaitingAction } from "@/lib/actions/office";
import type { Approval } from "@/lib/domain/operator/approvals-store";
import { type DeedName, listWaiting } from "@/lib/domain/operator/deeds";
import { selectUsernames } from "@/lib/domain/operator/queries";
import { requireOffice } from "@/lib/web/session/office";
import { titled } from "@/lib/web/titled";

/** The oldest; the others follow once these are answered. */
const SHOWN = 50;

/** Fields of a deed's input that are shown, in this order. */
const DETAILS = [
  "measure",
  "ground",
  "facts",
  "until",
  "report",
  "reference",
  "to",
  "holdId",
  "decision",
] as const;

export const generateMetadata = titled("office.waiting.title");

/** What one operator asked for and another has to allow (safety.md, Four eyes). */
export default async function WaitingPage() {
  const operator = await requireOffice();
  const waiting = await listWaiting(db(), SHOWN, { reader: operator.id });
  const [names, t, money] = await Promise.all([
    selectUsernames(
      db(),
      waiting.flatMap(({ askedBy, personId }) => [askedBy, personId]),
    ),
    getTranslations("office.waiting"),
    getMoney(),
  ]);
  const linkTo = (person: string | null | undefined) => (person ? <PersonLink username={person} /> : null);
  const linkToRequest = ({ kind, id, requestId }: Approval["input"]) => {
    const request = kind === "request" ? id : requestId;
    return typeof request === "string" ? <RequestRef id={request} /> : null;
  };
  return (
    <>
      <PageTitle title={t("title")} />
      {waiting.length === 0 && <p className="text-muted-foreground">{t("none")}</p>}
      <ul className="grid gap-4 lg:grid-cols-2 lg:items-start">
        {waiting.map(({ id, deed, input, personId, amount, reason, askedBy, askedAt }) => {
          const person = personId === null ? null : names.get(personId);
          return (
            <li key={id} id={id}>
              <Card className="space-y-4">
                <CardTitle>{t(`deeds.${deed as DeedName}`)}</CardTitle>
                <Facts
                  facts={[
                    [t("person"), linkTo(person)],
                    [t("details.requestId"), linkToRequest(input)],
                    [t("amount"), amount ? money(amount) : null],
                    ...DETAILS.map(
                      (name) =>
                        [t(`details.${name}`), typeof input[name] === "string" ? input[name] : null] as const,
                    ),
                    [t("reason"), reason],
                    [t("askedBy"), names.get(askedBy) ?? null],
                    [t("askedAt"), askedAt],
                  ]}
                />
                <DeedForm
                  action={answerWaitingAction}
                  about={{ id }}
                  submit={t("submit")}
                  fields={[
                    {
                      name: "answer",
                      label: t("answer"),
                      kind: "choice",
                      options:
                        askedBy === operator.id
                          ? [{ value: "refuse", label: t("takeBack") }]
                          : [
                              { value: "approve", label: t("approve") },
                              { value: "refuse", label: t("refuse") },
                            ],
                    },
                  ]}
                />
              </Card>
            </li>
          );
        })}
      </ul>
    </>
  );
}
