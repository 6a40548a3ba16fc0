import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { CheckBooks, DownloadBooks } from "@/components/office/desk-buttons";
import { Filters } from "@/components/office/filters";
import { NUMBER, OfficeTable } from "@/components/office/office-table";
import { PaymentsTable } from "@/components/office/payments-table";
import { Section } from "@/components/office/section";
import { DateTimeText } from "@/components/shared/dates";
import { getMoney } from "@/components/shared/get-money";
import { PageTitle } from "@/components/shell/page-title";
import { db } from "@/db/client";
import { marginOf } from "@/lib/domain/operator/bookkeeping";
import { findLastNight, listUnfinished } from "@/lib/domain/operator/queries";
import { monthSchema } from "@/lib/domain/operator/schema";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { addMonths, periodStarts } from "@/lib/ground/periods";
import { ProviderUnavailable } from "@/lib/providers/gateway";
import { askedOf, noPage } from "@/lib/web/office";
import { payments } from "@/lib/web/payments";
import { requireOffice } from "@/lib/web/session/office";
import { titled } from "@/lib/web/titled";

const PATH = "/office/books";
const SHOWN = 50;
/** How many months can be chosen. */
const MONTHS = 24;

export const generateMetadata = titled("office.nav.books");

/** The last check, what is unfinished, and a month's margin and books (safety.md, The office). */
export default async function BooksPage({ searchParams }: PageProps<"/office/books">) {
  const { id: reader } = await requireOffice();
  const [search, t, night, unfinished] = await Promise.all([
    searchParams,
    getTranslations("office"),
    findLastNight(db()),
    listUnfinished(db(), { limit: SHOWN, reader }),
  ]);
  const asked = askedOf(search, "month");
  const { success, data: month = null } = monthSchema.nullable().safeParse(asked);
  if (!success) notFound();
  const thisMonth = periodStarts(now(), env().timeZone).monthly;
  const months = Array.from({ length: MONTHS }, (_, back) => addMonths(thisMonth, -back).slice(0, 7));
  return (
    <>
      <PageTitle title={t("nav.books")} />
      <Section title={t("books.check")}>
        <div className="space-y-4">
          {night?.finishedAt ? (
            <>
              <p>
                {t("books.checked")} <DateTimeText value={night.finishedAt.toISOString()} />
              </p>
              <OfficeTable
                label={t("books.check")}
                rows={night.findings}
                keyOf={({ check }) => check}
                empty={t("books.agree")}
                columns={[
                  [
                    t("books.finding"),
                    ({ check, isConcern }) => (
                      <>
                        {t(isConcern ? "check.concerns" : "check.found")}: <span lang="en">{check}</span>
                      </>
                    ),
                  ],
                  [t("books.rows"), ({ rows }) => rows, NUMBER],
                  [t("books.since"), ({ since }) => since],
                ]}
              />
            </>
          ) : (
            <p>{t("books.unchecked")}</p>
          )}
          <CheckBooks />
        </div>
      </Section>
      <Section title={t("books.unfinished")}>
        <PaymentsTable label={t("books.unfinished")} payments={unfinished} isPayer />
      </Section>
      <Section title={t("books.month")}>
        <Filters
          path={PATH}
          filters={[
            {
              name: "month",
              label: t("books.month"),
              value: month ?? thisMonth.slice(0, 7),
              options: months.map((value) => ({ value, label: value })),
              isRequired: true,
            },
          ]}
        />
        {month !== null && <Month month={month} />}
      </Section>
    </>
  );
}

async function Month({ month }: { month: string }) {
  const [margin, books, paidBys, money] = await Promise.all([
    marginOf(payments(), month).catch(refused),
    getTranslations("office.books"),
    getTranslations("office.paidBy"),
    getMoney(),
  ]);
  if (margin === null) return <p>{books("away")}</p>;
  const told = (cents: number | null) => (cents === null ? books("notTold") : money(cents));
  return (
    <div className="space-y-4">
      <OfficeTable
        label={books("margin")}
        rows={margin.methods}
        keyOf={({ paidBy, provider }) => `${paidBy} ${provider}`}
        empty={books("noDonations")}
        columns={[
          [books("paidBy"), ({ paidBy }) => paidBys(paidBy)],
          [books("donations"), ({ donations }) => donations, NUMBER],
          [books("given"), ({ given }) => money(given), NUMBER],
          [books("fees"), ({ fees }) => money(fees), NUMBER],
          [books("cost"), ({ cost }) => told(cost), NUMBER],
          [books("margin"), (row) => told(row.margin), NUMBER],
        ]}
      />
      <p className="text-sm text-muted-foreground">
        {books("otherCosts", { amount: money(margin.otherCosts) })}
      </p>
      <DownloadBooks month={month} />
    </div>
  );
}

/** The provider cannot be asked now; or the month has not begun. */
function refused(error: unknown): null {
  return error instanceof ProviderUnavailable ? null : noPage(error);
}
