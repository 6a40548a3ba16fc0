import type { MailTexts } from "@/lib/delivery/translator";
import { MONEY_SUMS } from "@/lib/domain/payouts/rules";
import type { StatementDonation, YearStatement } from "@/lib/domain/payouts/year-statement";
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
  const { amount, day, toText } = csvIn(texts.locale, timeZone);
  return toText(donations, [
    [shared("statement.date"), ({ settledAt }) => day(settledAt)],
    [shared("statement.request"), (donation) => harmless(titleOf(texts, donation))],
    [shared("statement.donor"), (donation) => harmless(donorOf(texts, donation))],
    ...MONEY_SUMS.map(
      (sum): Column<StatementDonation> => [
        shared(`statement.parts.${sum}`),
        (donation) => amount(donation[sum]),
      ],
    ),
    [shared("statement.arrivedOn"), ({ paidAt }) => day(paidAt)],
    [shared("statement.currency"), () => currency.toUpperCase()],
  ]);
}

/** A column: its title, and the cell of a row. */
type Column<Row> = readonly [title: string, cell: (row: Row) => string];

/** How a language writes amounts, days and rows. */
export function csvIn(locale: Locale, timeZone: string) {
  const point = (0.5).toLocaleString(LANGUAGES[locale].region).charAt(1);
  return {
    amount: (cents: number) => toDecimal(cents).replace(".", point),
    day: (at: Date | null) => (at === null ? "" : periodStarts(at, timeZone).daily),
    toText: <Row>(rows: readonly Row[], columns: readonly Column<Row>[]) =>
      toCsv(
        [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, cell]) => cell(row)))],
        point === "," ? ";" : ",",
      ),
  };
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
