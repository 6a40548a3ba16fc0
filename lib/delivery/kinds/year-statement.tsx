import { listMonthsOf } from "@/lib/domain/donations/queries";
import { message } from "../message";
import { DataTable, Muted, Paragraph } from "../parts";

/** What a person gave and received in a year, by month. */
export const yearStatement = message({
  load: async (db, { cause, recipient }) => {
    const year = Number(cause);
    const months = await listMonthsOf(db, recipient.id, year);
    return months.length === 0 ? null : { year, months };
  },
  preview: ({ t }, { year }) => t("year_statement.preview", { year: String(year) }),
  title: ({ t }, { year }) => t("year_statement.title", { year: String(year) }),
  body: ({ t, shared, money, monthName }, { year, months }) => {
    const total = (key: "given" | "fees" | "received") => months.reduce((sum, each) => sum + each[key], 0);
    return (
      <>
        <Paragraph>{t("year_statement.text", { year: String(year) })}</Paragraph>
        <DataTable
          hasTotal
          head={[t("year_statement.month"), t("year_statement.given"), t("year_statement.received")]}
          rows={[
            ...months.map(({ month, given, received }) => [monthName(month), money(given), money(received)]),
            [shared("donate.breakdown.total"), money(total("given")), money(total("received"))],
          ]}
        />
        {total("fees") > 0 && <Muted>{t("year_statement.fees", { amount: money(total("fees")) })}</Muted>}
      </>
    );
  },
});
