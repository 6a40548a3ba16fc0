import { useTranslations } from "next-intl";
import { MonthAxis, STEP, useMonthNames } from "@/components/charts/months";
import type { FormatMoney } from "@/components/shared/use-money";
import type { BookMonth } from "@/lib/domain/open-books/rules";
import { addMonths } from "@/lib/ground/periods";

const HEIGHT = 100;
const BAR = 5;
/** How many months the picture has, also where the books are younger. */
const DRAWN = 12;
/** The least height of a bar, so that a small amount is seen. */
const LEAST = 1.5;

const SERIES = [
  { name: "given", fill: "fill-primary", dot: "bg-primary" },
  { name: "arrived", fill: "fill-accent", dot: "bg-accent" },
  { name: "returned", fill: "fill-muted-foreground", dot: "bg-muted-foreground" },
] as const;
const COLUMNS = ["given", "arrived", "waiting", "returned", "fees", "lost"] as const;

type Props = { months: readonly BookMonth[]; money: FormatMoney };

/** What was given, arrived and went back in each month: as bars, and everything as a table. Drawn on the server. */
export function BooksChart({ months, money }: Props) {
  const t = useTranslations("openBooks");
  const names = useMonthNames();
  const newest = months.at(-1)?.month ?? "1970-01-01";
  const drawn = Array.from({ length: DRAWN }, (_, n) => addMonths(newest, n + 1 - DRAWN)).map(
    (month) => months.find((each) => each.month === month) ?? { month, given: 0, arrived: 0, returned: 0 },
  );
  const most = Math.max(1, ...drawn.flatMap((month) => SERIES.map(({ name }) => month[name])));
  return (
    <figure className="@container min-w-0 space-y-3">
      <figcaption className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="font-semibold">{t("byMonth")}</span>
        {SERIES.map(({ name, dot }) => (
          <span key={name} className="flex items-center gap-1.5 text-sm">
            <span aria-hidden className={`size-3 rounded-sm ${dot}`} />
            {t(`columns.${name}`)}
          </span>
        ))}
      </figcaption>
      <div aria-hidden>
        <p className="text-xs text-muted-foreground tabular-nums">{money(most)}</p>
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${DRAWN * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-40 w-full border-y border-t-border border-b-input [border-top-style:dashed]"
        >
          {drawn.flatMap((month, n) =>
            SERIES.map(({ name, fill }, at) => {
              const height = month[name] > 0 ? Math.max(LEAST, (month[name] / most) * HEIGHT) : 0;
              return (
                <rect
                  key={`${month.month} ${name}`}
                  x={n * STEP + (STEP - BAR * SERIES.length) / 2 + at * BAR}
                  y={HEIGHT - height}
                  width={BAR - 0.5}
                  height={height}
                  className={fill}
                />
              );
            }),
          )}
        </svg>
        <MonthAxis starts={drawn.map(({ month }) => month)} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls on a phone can be reached with the keyboard */}
      <section aria-label={t("byMonth")} tabIndex={0} className="relative overflow-x-auto rounded-lg">
        <table className="w-full text-right text-sm tabular-nums">
          <thead className="text-muted-foreground">
            <tr>
              <th scope="col" className="py-1 pr-2 text-left align-bottom font-medium">
                {t("month")}
              </th>
              {COLUMNS.map((name) => (
                <th key={name} scope="col" className="py-1 pl-3 align-bottom font-medium">
                  {t(`columns.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.toReversed().map((month) => (
              <tr key={month.month} className="border-t">
                <th scope="row" className="py-1.5 pr-2 text-left font-normal">
                  {names.full(month.month)}
                </th>
                {COLUMNS.map((name) => (
                  <td key={name} className="py-1.5 pl-3 whitespace-nowrap">
                    {money(month[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </figure>
  );
}
