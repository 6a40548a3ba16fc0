import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { Filters, Pager } from "@/components/office/filters";
import { OfficeTable } from "@/components/office/office-table";
import { PageTitle } from "@/components/shell/page-title";
import { db } from "@/db/client";
import { listAuditPage } from "@/lib/domain/operator/queries";
import { AUDITED_ACTIONS } from "@/lib/ground/vocabulary";
import { askedOf, chosenOf, pageOf, viewAt } from "@/lib/web/office";
import { requireOffice } from "@/lib/web/session/office";
import { titled } from "@/lib/web/titled";

const PATH = "/office/audit";
const SHOWN = 50;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const generateMetadata = titled("office.nav.audit");

/** Who did what, why and when; nothing of it can be changed or deleted. */
export default async function AuditPage({ searchParams }: PageProps<"/office/audit">) {
  const { id: reader } = await requireOffice();
  const [search, t] = await Promise.all([searchParams, getTranslations("office")]);
  const operator = askedOf(search, "operator");
  const action = chosenOf(search, "action", AUDITED_ACTIONS);
  const subject = askedOf(search, "subject");
  const cursor = askedOf(search, "cursor");
  const subjectId = subject !== null && UUID.test(subject) ? subject : null;
  const { items, next } = await pageOf(
    listAuditPage(db(), { operator, action, subjectId, reader }, { limit: SHOWN, cursor }),
  );
  return (
    <>
      <PageTitle title={t("nav.audit")} />
      <Filters
        path={PATH}
        filters={[
          { name: "operator", label: t("audit.operator"), value: operator },
          {
            name: "action",
            label: t("audit.action"),
            value: action,
            options: AUDITED_ACTIONS.map((value) => ({ value, label: t(`audit.actions.${value}`) })),
          },
          { name: "subject", label: t("audit.subjectId"), value: subjectId },
        ]}
      />
      <OfficeTable
        label={t("nav.audit")}
        rows={items}
        keyOf={({ id }) => id}
        empty={t("audit.none")}
        columns={[
          [t("audit.at"), ({ at }) => at],
          [
            t("audit.operator"),
            (entry) => (
              <Link href={viewAt(PATH, { operator: entry.operator })} prefetch={false} className="underline">
                {entry.operator}
              </Link>
            ),
          ],
          [t("audit.action"), (entry) => t(`audit.actions.${entry.action}`)],
          [
            t("audit.subject"),
            (entry) => (
              <>
                {t(`audit.subjects.${entry.subject}`)}{" "}
                <Link
                  href={viewAt(PATH, { subject: entry.subjectId })}
                  prefetch={false}
                  className="font-mono text-xs text-muted-foreground underline"
                >
                  {entry.subjectId}
                </Link>
              </>
            ),
          ],
          [
            t("audit.change"),
            ({ after, before }) => (
              <span className="font-mono text-xs">{textOf(after) ?? textOf(before)}</span>
            ),
          ],
          [t("audit.reason"), ({ reason }) => reason],
        ]}
      />
      <Pager path={PATH} query={{ operator, action, subject: subjectId }} cursor={cursor} next={next} />
    </>
  );
}

/** What changed, as names and values. */
function textOf(columns: Record<string, unknown> | null): string | null {
  if (columns === null) return null;
  return Object.entries(columns)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(", ");
}
