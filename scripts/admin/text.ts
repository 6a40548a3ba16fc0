import { env } from "@/lib/ground/env";
import { formatMoney } from "@/lib/ground/money";

/** What people typed reaches a terminal without the characters that steer one. */
const STEERING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

const GAP = "  ";

/** Rows under their headings, in columns as wide as their widest cell; a sentence when there are none. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  none: string,
): string {
  if (rows.length === 0) return none;
  return columns([headings.map((heading) => heading.toUpperCase()), ...rows]);
}

/** Names and values, one pair a line. */
export function facts(pairs: readonly (readonly [name: string, value: string])[]): string {
  return columns(pairs);
}

export function money(cents: number, currency = env().currency): string {
  return formatMoney(cents, "en", currency);
}

/** A moment as the logs have it: UTC. */
export function moment(at: Date | null): string {
  return at ? at.toISOString().replace("T", " ") : "–";
}

/** Parts of an answer with a line between them; empty ones are left out. */
export function sections(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

function columns(rows: readonly (readonly string[])[]): string {
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
