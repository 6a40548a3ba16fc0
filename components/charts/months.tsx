import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** The width of a month in the units of a chart; what is drawn is stretched to the width of the screen. */
export const STEP = 20;

/** A month's names from its first day: one letter, short, and in full with the year. */
export function useMonthNames() {
  const format = useFormatter();
  const name = (start: string, month: "narrow" | "short" | "long", year?: "numeric") =>
    format.dateTime(new Date(start), { month, ...(year && { year }), timeZone: "UTC" });
  return {
    letter: (start: string) => name(start, "narrow"),
    short: (start: string) => name(start, "short"),
    alone: (start: string) => name(start, "long"),
    full: (start: string) => name(start, "long", "numeric"),
  };
}

/** The names of the months below a chart, which is their container: letters where it is narrow or the text is large. */
export function MonthAxis({ starts }: { starts: readonly string[] }) {
  const names = useMonthNames();
  return (
    <div aria-hidden className="flex text-center text-xs text-muted-foreground">
      {starts.map((start) => (
        <span key={start} className="min-w-0 flex-1 overflow-hidden">
          <span className="@min-[30rem]:hidden">{names.letter(start)}</span>
          <span className="@max-[30rem]:hidden">{names.short(start)}</span>
        </span>
      ))}
    </div>
  );
}

type FigureProps = {
  caption: string;
  /** What the upper edge of the picture means. */
  top: string;
  /** With their first days, and what the table says of them. */
  months: readonly { start: string; value: string }[];
  /** For screen readers, instead of the picture. */
  table: { caption: string; amount: string };
  /** The picture. */
  children: ReactNode;
};

/** A picture of months, and what it draws as a table for screen readers. */
export function MonthFigure({ caption, top, months, table, children }: FigureProps) {
  const t = useTranslations("myDonations");
  const names = useMonthNames();
  return (
    <figure className="@container min-w-0">
      <figcaption className="font-semibold">{caption}</figcaption>
      <p aria-hidden className="mt-2 text-xs text-muted-foreground tabular-nums">
        {top}
      </p>
      {children}
      <MonthAxis starts={months.map(({ start }) => start)} />
      {/* Around the table, because a table does not shrink to the size that hides it. */}
      <div className="sr-only">
        <table>
          <caption>{table.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{t("month")}</th>
              <th scope="col">{table.amount}</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ start, value }) => (
              <tr key={start}>
                <th scope="row">{names.full(start)}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
