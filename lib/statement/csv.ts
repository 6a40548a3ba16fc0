import type { MailTexts } from "@/lib/delivery/translator";
import type { YearStatement } from "@/lib/domain/payouts/year-statement";
import { LANGUAGES } from "@/lib/ground/i18n/languages";
import { toDecimal } from "@/lib/ground/money";
import { periodStarts } from "@/lib/ground/periods";
import type { Locale } from "@/lib/ground/vocabulary";
import { donorOf, titleOf } from "./words";

/** Excel reads UTF-8 as the system's own encoding without it; other spreadsheet programs remove it. */
const BOM = "\ufeff";
/**
 * What spreadsheet programs take for the beginning of a formula, also in full width: of a cell, and of what becomes one
 * where the program separates columns otherwise than the file.
 */
const FORMULA = /(^|[,;|]["'\s]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

type Options = { texts: MailTexts; currency: string; timeZone: string };

/**
 * A statement as CSV: one line for each donation, and no totals, which the program adds up itself. Where amounts have a
 * decimal comma, spreadsheet programs separate columns by semicolons. Dates are ISO 8601, which all of them read.
 */
export function statementCsv({ donations }: YearStatement, { texts, currency, timeZone }: Options): string {
  const { shared } = texts;
  const { separator, amount, day } = csvOptions(texts.locale, timeZone);
  const head = [
    shared("statement.date"),
    shared("statement.request"),
    shared("statement.donor"),
    shared("statement.parts.received"),
    shared("statement.parts.waiting"),
    shared("statement.parts.onTheWay"),
    shared("statement.parts.inBank"),
    shared("statement.parts.givenBack"),
    shared("statement.arrivedOn"),
    shared("statement.currency"),
  ];
  const rows = donations.map((donation) => [
    day(donation.settledAt),
    harmless(titleOf(texts, donation)),
    harmless(donorOf(texts, donation)),
    amount(donation.received),
    amount(donation.waiting),
    amount(donation.onTheWay),
    amount(donation.inBank),
    amount(donation.givenBack),
    day(donation.paidAt),
    currency.toUpperCase(),
  ]);
  return toCsv([head, ...rows], separator);
}

/** How a language writes amounts, days and columns. */
export function csvOptions(locale: Locale, timeZone: string) {
  const point = (0.5).toLocaleString(LANGUAGES[locale].region).charAt(1);
  return {
    separator: point === "," ? ";" : ",",
    amount: (cents: number) => toDecimal(cents).replace(".", point),
    day: (at: Date | null) => (at === null ? "" : periodStarts(at, timeZone).daily),
  } as const;
}

/** Rows as CSV. Cells with texts of others have to be `harmless`. */
export function toCsv(rows: readonly (readonly string[])[], separator: "," | ";"): string {
  const lines = rows.map((cells) => cells.map((cell) => quoted(cell, separator)).join(separator));
  return `${BOM}${lines.join("\r\n")}\r\n`;
}

/** A text of somebody's that no spreadsheet program calculates; the apostrophe makes it text. */
export function harmless(text: string): string {
  return text.replace(/\s+/g, " ").trim().replace(FORMULA, "$1'");
}

/** RFC 4180. */
function quoted(cell: string, separator: string): string {
  return cell.includes('"') || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
