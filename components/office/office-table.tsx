import type { ReactNode } from "react";
import { DateTimeText } from "@/components/shared/dates";
import { cn } from "@/components/ui/cn";

/** A column's heading, and its cells; a time is shown as a reader writes it. */
export type Column<R> = readonly [head: string, cell: (row: R) => ReactNode | Date, isNumber?: typeof NUMBER];

/** For a column of numbers, which end at the right edge. */
export const NUMBER = true;

type Props<R> = {
  /** What the table lists, for who cannot see it. */
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  keyOf: (row: R) => string | number;
  /** Shown when there are no rows. */
  empty: ReactNode;
};

/**
 * A list of the office: a table on a wide screen, a card for each row on a narrow one.
 */
export function OfficeTable<R>({ label, columns, rows, keyOf, empty }: Props<R>) {
  if (rows.length === 0) {
    return (
      <p className="rounded-2xl border border-dashed px-6 py-10 text-center text-muted-foreground">{empty}</p>
    );
  }
  const shown = columns.map(([head, cell, isNumber], key) => ({ key, head, cell, isNumber }));
  return (
    <table aria-label={label} className="w-full text-sm max-md:block">
      <thead className="max-md:hidden">
        <tr>
          {shown.map(({ key, head, isNumber }) => (
            <th
              key={key}
              scope="col"
              className={cn(
                "border-b px-3 py-2 text-left font-semibold text-muted-foreground first:pl-0 last:pr-0",
                isNumber && "text-right",
              )}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:flex max-md:flex-col max-md:gap-3">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className="max-md:block max-md:rounded-2xl max-md:border max-md:bg-card max-md:p-4"
          >
            {shown.map(({ key, head, cell, isNumber }) => (
              <td
                key={key}
                className={cn(
                  "max-w-96 border-b px-3 py-2 align-top [overflow-wrap:anywhere] max-md:grid max-md:max-w-none max-md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] max-md:gap-3 max-md:border-0 max-md:px-0 max-md:py-1 md:first:pl-0 md:last:pr-0",
                  isNumber && "tabular-nums md:text-right",
                )}
              >
                <span className="text-muted-foreground md:hidden">{head}</span>
                <div className="min-w-0">{written(cell(row))}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a cell or a fact shows: a time as a reader writes it. */
export function written(value: ReactNode | Date): ReactNode {
  return value instanceof Date ? <DateTimeText value={value.toISOString()} /> : value;
}
