import { getTranslations } from "next-intl/server";
import { Filters, Pager } from "@/components/office/filters";
import { PageTitle } from "@/components/shell/page-title";
import { db } from "@/db/client";
import { listDecisions } from "@/lib/domain/operator/queries";
import { APPEAL_STATES, MEASURES } from "@/lib/ground/vocabulary";
import { askedOf, chosenOf, pageOf } from "@/lib/web/office";
import { requireOffice } from "@/lib/web/session/office";
import { titled } from "@/lib/web/titled";
import { DecisionList } from "../decision-list";

const PATH = "/office/decisions";
const SHOWN = 50;

export const generateMetadata = titled("office.decisions.title");

/** Decisions, the latest first, and appeals by how long they wait. */
export default async function DecisionsPage({ searchParams }: PageProps<"/office/decisions">) {
  const operator = await requireOffice();
  const [search, t, office] = await Promise.all([
    searchParams,
    getTranslations("office.decisions"),
    getTranslations("office"),
  ]);
  const appeal = chosenOf(search, "appeal", APPEAL_STATES);
  const measure = chosenOf(search, "measure", MEASURES);
  const cursor = askedOf(search, "cursor");
  const { items, next } = await pageOf(
    listDecisions(db(), { measure, appeal, limit: SHOWN, cursor, reader: operator.id }),
  );
  return (
    <>
      <PageTitle title={t("title")} />
      <Filters
        path={PATH}
        filters={[
          {
            name: "appeal",
            label: t("appeal"),
            value: appeal,
            options: APPEAL_STATES.map((value) => ({ value, label: t(`appeals.${value}`) })),
          },
          {
            name: "measure",
            label: t("measure"),
            value: measure,
            options: MEASURES.map((value) => ({ value, label: office(`measures.${value}`) })),
          },
        ]}
      />
      <DecisionList rows={items} empty={t("none")} />
      <Pager path={PATH} query={{ appeal, measure }} cursor={cursor} next={next} />
    </>
  );
}
