import { env } from "@/lib/ground/env";
import { formatMoney } from "@/lib/ground/money";

/** What people typed reaches a terminal without the characters that steer one. */
const STEERING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

const GAP = "  ";

/** A value of an answer: a date is shown as the logs have it, and what is not there as a dash. */
type Value = string | number | Date | null | undefined;

type Field<Row> = { [K in keyof Row]: Row[K] extends Value ? K : never }[keyof Row];
type Column<Row> = Field<Row> | ((row: Row) => Value);

/**
 * Rows under their headings, in columns as wide as their widest cell; a sentence when there are none. A column is a
 * field of the rows, or made of them.
 */
export function table<Row>(rows: readonly Row[], none: string, columns: Record<string, Column<Row>>): string {
  if (rows.length === 0) return none;
  const cell = (row: Row, column: Column<Row>) =>
    shown(typeof column === "function" ? column(row) : (row[column] as Value));
  return aligned([
    Object.keys(columns).map((heading) => heading.toUpperCase()),
    ...rows.map((row) => Object.values(columns).map((column) => cell(row, column))),
  ]);
}

/** Names and values, one pair a line. */
export function facts(values: Record<string, Value>): string {
  return aligned(Object.entries(values).map(([name, value]) => [name, shown(value)]));
}

export function money(cents: number, currency = env().currency): string {
  return formatMoney(cents, "en", currency);
}

/** A moment as the logs have it: UTC. */
export function moment(at: Date): string {
  return at.toISOString().replace("T", " ");
}

function shown(value: Value): string {
  return value instanceof Date ? moment(value) : String(value ?? "–");
}

/** Parts of an answer with a line between them; empty ones are left out. */
export function sections(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

function aligned(rows: readonly (readonly string[])[]): string {
  const clean = rows.map((row) => row.map((cell) => cell.replace(STEERING, "�")));
  const widths = clean.reduce<number[]>(
    (widest, row) => row.map((cell, i) => Math.max(widest[i] ?? 0, cell.length)),
    [],
  );
  return clean
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join(GAP)
        .trimEnd(),
    )
    .join("\n");
}
