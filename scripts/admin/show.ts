import { env } from "@/lib/ground/env";
import { formatMoney } from "@/lib/ground/money";

/** What people typed reaches a terminal without the characters that steer one. */
const STEERING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** A list with longer lines than so many characters is shown record by record. */
const WIDEST = 250;

/** The fields of all answers that are amounts. Cents. */
const CENTS = new Set([
  "amount",
  "serviceFee",
  "returnedAmount",
  "goal",
  "raised",
  "publicGiven",
  "totalReceived",
  "held",
  "owed",
  "atProvider",
  "paidOut",
  "lost",
  "recovered",
  "onTheWay",
  "notReady",
  "moved",
  "given",
  "fees",
  "feeOfOne",
  "losses",
  "cost",
  "margin",
  "otherCosts",
  "fromAccount",
  "askedBack",
]);

/** A label with a text, or with records. */
type Field = [label: string, value: string | object[]];

/**
 * An answer for people to read: a text as it is, a record as a line for each value and a table for each list, a list as
 * a table. Fields without a value are left out, times are UTC as in the logs. `currency` is that of amounts whose
 * record has none.
 */
export function show(answer: unknown, currency = env().currency): string {
  if (Array.isArray(answer)) return answer.length === 0 ? "None." : list(answer, currency);
  return isRecord(answer) ? record(answer, currency) : String(answer);
}

export function money(cents: number, currency = env().currency): string {
  return formatMoney(cents, "en", currency);
}

function record(answer: object, currency: string): string {
  const fields = fieldsOf(answer, currency).filter(([, value]) => value !== "");
  const facts = fields.flatMap(([label, value]) => (typeof value === "string" ? [[label, value]] : []));
  const lists = fields.flatMap(([label, value]) =>
    typeof value === "string" ? [] : [`${label}\n${indent(list(value, currencyOf(answer, currency)))}`],
  );
  return [...(facts.length > 0 ? [aligned(facts)] : []), ...lists].join("\n\n");
}

function list(records: readonly object[], currency: string): string {
  const rows = records.map((each) => new Map(fieldsOf(each, currency)));
  const labels = [...new Set(rows.flatMap((row) => [...row.keys()]))].filter((label) =>
    rows.some((row) => row.get(label)),
  );
  const isFlat = rows.every((row) => [...row.values()].every((value) => typeof value === "string"));
  const table = aligned([
    labels.map((label) => label.toUpperCase()),
    ...rows.map((row) => labels.map((label) => String(row.get(label) ?? ""))),
  ]);
  const isNarrow = table.split("\n").every((line) => line.length <= WIDEST);
  return isFlat && isNarrow ? table : records.map((each) => record(each, currency)).join("\n\n");
}

/** The fields of a record, also those of the records in it. */
function fieldsOf(answer: object, currency: string, path = ""): Field[] {
  const own = currencyOf(answer, currency);
  return Object.entries(answer).flatMap(([name, value]): Field[] => {
    if (name === "currency") return [];
    const label = path + name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    if (isRecord(value)) return fieldsOf(value, own, `${label} `);
    if (Array.isArray(value) && value.some(isRecord)) return [[label, value]];
    return [[label, typeof value === "number" && CENTS.has(name) ? money(value, own) : textOf(value)]];
  });
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString().replace("T", " ");
  if (Array.isArray(value)) return value.join(", ") || "none";
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value ?? "");
}

function currencyOf(answer: object, otherwise: string): string {
  return "currency" in answer ? String(answer.currency) : otherwise;
}

function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** Rows in columns as wide as their widest cell. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const clean = rows.map((row) => row.map((cell) => cell.replace(STEERING, "�")));
  const widths = clean[0]?.map((_, column) => Math.max(...clean.map((row) => row[column]?.length ?? 0)));
  return clean
    .map((row) => row.map((cell, column) => cell.padEnd(widths?.[column] ?? 0)).join("  "))
    .map((line) => line.trimEnd())
    .join("\n");
}

export function indent(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}
