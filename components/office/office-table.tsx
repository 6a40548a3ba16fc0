import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

export type Column<R> = {
  name: string;
  head: ReactNode;
  cell: (row: R) => ReactNode;
  /** Numbers end at the right edge. */
  isNumber?: boolean;
};

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
  return (
    <table aria-label={label} className="w-full text-sm max-md:block">
      <thead className="max-md:hidden">
        <tr>
          {columns.map(({ name, head, isNumber }) => (
            <th
              key={name}
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
            {columns.map(({ name, head, cell, isNumber }) => (
              <td
                key={name}
                className={cn(
                  "max-w-96 border-b px-3 py-2 align-top [overflow-wrap:anywhere] max-md:grid max-md:max-w-none max-md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] max-md:gap-3 max-md:border-0 max-md:px-0 max-md:py-1 md:first:pl-0 md:last:pr-0",
                  isNumber && "tabular-nums md:text-right",
                )}
              >
                <span className="text-muted-foreground md:hidden">{head}</span>
                <div className="min-w-0">{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
