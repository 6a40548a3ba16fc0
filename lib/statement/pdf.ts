import "server-only";
import { setImmediate } from "node:timers/promises";
import type { MailTexts } from "@/lib/delivery/translator";
import { MONEY_PARTS, MONEY_SUMS, type MoneySums } from "@/lib/domain/payouts/rules";
import type { StatementDonation, YearStatement } from "@/lib/domain/payouts/year-statement";
import { env } from "@/lib/ground/env";
import { hourOf } from "@/lib/ground/periods";
import { GREEN, INK, MUTED, newDocument, RULE } from "./document";
import { type Line, PdfText, type Style } from "./pdf-text";
import { donorOf, titleOf } from "./words";

/** A4 in points. */
const [PAGE_WIDTH, PAGE_HEIGHT, MARGIN] = [595.28, 841.89, 48];
const RIGHT = PAGE_WIDTH - MARGIN;
/** Where the columns begin: day, request and donor, amount (its right edge), where the money is. */
const COLUMNS = { day: MARGIN, request: MARGIN + 74, amount: MARGIN + 340, where: MARGIN + 352 };
const [LEADING, GAP] = [1.4, 6];

const TITLE: Style = { size: 20, color: GREEN, isBold: true };
const TEXT: Style = { size: 9.5, color: INK };
const STRONG: Style = { ...TEXT, isBold: true };
const SMALL: Style = { size: 8.5, color: MUTED };

type Options = {
  texts: MailTexts;
  person: { name: string; username: string };
  /** When it was made. */
  at: Date;
  /** For a page for the municipality; null where the person does not count what they receive. */
  counted: Counted | null;
};

/** What somebody received in a year by the day, here and elsewhere, without who gave it (firsts.md, Giftenmeter). */
export type Counted = {
  days: { date: string; amount: number }[];
  elsewhere: { date: string; amount: number; note: string }[];
};

/** So many lines fit on one page; more are put together by the month. A longer note may need a second line. */
const COUNTED_LINES = 40;
const ONE_LINE = 38;

type Cell = { text: string; style: Style };
type Row = { day: string; request: Cell[]; amount: string; where: Cell[] };

/** A statement as a PDF, A4, with the sums and every donation. */
export async function statementPdf(
  statement: YearStatement,
  { texts, person, at, counted }: Options,
): Promise<Buffer> {
  const { shared, day, money, appName, locale } = texts;
  const title = shared("statement.title", { year: String(statement.year) });
  const { doc, finish } = newDocument({ size: "A4", title, author: appName, locale, at });
  const lead = [shared("statement.for", person), shared("statement.made", { day: day(at) })];
  const sums = sumRows(statement.totals, texts);
  const rows = statement.donations.map((donation) => rowOf(donation, texts));
  const head: Row = {
    day: shared("statement.date"),
    request: [{ text: `${shared("statement.request")} · ${shared("statement.donor")}`, style: SMALL }],
    amount: shared("statement.parts.received"),
    where: [{ text: shared("statement.where"), style: SMALL }],
  };
  const countedRows = counted ? linesOf(counted, texts) : [];
  const countedTexts = counted
    ? [shared("statement.counted.title", { year: String(statement.year) }), shared("statement.counted.text")]
    : [];
  const none = shared("statement.none");
  const pageText = (page: number, pages: number) => shared("statement.page", { page, pages });

  const text = new PdfText(doc);
  await text.load([
    [title, appName, none, ...lead, ...sums.flat(), pageText(1_234_567_890, 1_234_567_890)].join(" "),
    [...countedTexts, ...countedRows.flat()].join(" "),
    ...[head, ...rows].flatMap(({ request, where, ...row }) => [
      ...[...request, ...where].map((cell) => cell.text),
      row.day,
      row.amount,
    ]),
  ]);

  let y = 0;
  const line = (words: Line, style: Style, x: number, isRight = false) =>
    text.draw(words, style, x, y, isRight);
  const put = (words: string, style: Style, x: number, isRight = false) => {
    const [first] = text.lines(words, style, PAGE_WIDTH);
    if (first) line(first, style, x, isRight);
  };
  const rule = () => {
    doc.lineWidth(0.5).strokeColor(RULE).moveTo(MARGIN, y).lineTo(RIGHT, y).stroke();
  };
  const heading = () => {
    put(head.day, SMALL, COLUMNS.day);
    put(head.request[0]?.text ?? "", SMALL, COLUMNS.request);
    put(head.amount, SMALL, COLUMNS.amount, true);
    put(head.where[0]?.text ?? "", SMALL, COLUMNS.where);
    y += GAP;
    rule();
    y += TEXT.size + GAP;
  };
  const newPage = () => {
    doc.addPage();
    y = MARGIN + SMALL.size;
  };

  newPage();
  put(appName, { ...SMALL, color: GREEN, isBold: true }, MARGIN);
  y += 34;
  put(title, TITLE, MARGIN);
  y += 20;
  for (const each of lead) {
    for (const words of text.lines(each, TEXT, RIGHT - MARGIN)) {
      line(words, TEXT, MARGIN);
      y += TEXT.size * LEADING;
    }
  }
  y += 14;
  for (const [name, amount] of sums) {
    const style = name === sums[0]?.[0] ? STRONG : TEXT;
    put(name ?? "", style, MARGIN);
    put(amount ?? "", style, COLUMNS.amount, true);
    y += TEXT.size * LEADING + 3;
  }
  y += 20;
  if (rows.length === 0) put(none, TEXT, MARGIN);
  else heading();

  for (const row of rows) {
    const request = laidOut(text, row.request, COLUMNS.amount - 60 - COLUMNS.request);
    const where = laidOut(text, row.where, RIGHT - COLUMNS.where);
    const height = Math.max(request.length, where.length) * TEXT.size * LEADING;
    if (y + height > PAGE_HEIGHT - MARGIN - 24) {
      newPage();
      heading();
      // So that a long statement does not keep the server from answering others.
      await setImmediate();
    }
    put(row.day, TEXT, COLUMNS.day);
    put(row.amount, TEXT, COLUMNS.amount, true);
    const top = y;
    for (const [lines, x] of [
      [request, COLUMNS.request],
      [where, COLUMNS.where],
    ] as const) {
      y = top;
      for (const { words, style } of lines) {
        line(words, style, x);
        y += TEXT.size * LEADING;
      }
    }
    y = top + height + GAP;
  }

  if (counted) {
    newPage();
    const [heading_, explained] = countedTexts;
    y += 34;
    put(heading_ ?? "", TITLE, MARGIN);
    y += 24;
    for (const words of text.lines(explained ?? "", TEXT, RIGHT - MARGIN)) {
      line(words, TEXT, MARGIN);
      y += TEXT.size * LEADING;
    }
    y += 14;
    for (const [date, what, amount] of countedRows) {
      const style = date === "" ? STRONG : TEXT;
      const [first, ...others] = text.lines(what, style, RIGHT - 60 - COLUMNS.request);
      put(date, style, COLUMNS.day);
      if (first) line(first, style, COLUMNS.request);
      put(amount, style, RIGHT, true);
      y += TEXT.size * LEADING;
      for (const words of others) {
        line(words, style, COLUMNS.request);
        y += TEXT.size * LEADING;
      }
    }
  }

  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    y = PAGE_HEIGHT - MARGIN;
    put(pageText(page + 1, count), SMALL, RIGHT, true);
  }
  return finish();

  function rowOf(donation: StatementDonation, { shared: t }: MailTexts): Row {
    const parts = MONEY_PARTS.filter((part) => donation[part] > 0);
    const where = parts.map((part) => {
      const name = t(`statement.parts.${part}`);
      const named =
        parts.length > 1 ? t("statement.part", { part: name, amount: money(donation[part]) }) : name;
      return part === "inBank" && donation.paidAt
        ? t("statement.since", { part: named, day: day(donation.paidAt) })
        : named;
    });
    return {
      day: day(donation.settledAt),
      request: [
        { text: titleOf(texts, donation), style: TEXT },
        { text: donorOf(texts, donation), style: SMALL },
      ],
      amount: money(donation.received),
      where: where.map((each) => ({ text: each, style: TEXT })),
    };
  }
}

/** The sums with their names, what was received first; parts of nothing are left out. */
function sumRows(totals: MoneySums, { shared, money }: MailTexts): [string, string][] {
  const parts = MONEY_SUMS.filter((part) => part === "received" || totals[part] > 0);
  return parts.map((part) => [shared(`statement.parts.${part}`), money(totals[part])]);
}

function laidOut(text: PdfText, cells: Cell[], width: number): { words: Line; style: Style }[] {
  return cells.flatMap(({ text: words, style }) =>
    text.lines(words, style, width).map((each) => ({ words: each, style })),
  );
}

/** The lines of the page for the municipality, the oldest first, with their sum at the end. */
function linesOf(
  { days, elsewhere }: Counted,
  { shared, day, money, monthName }: MailTexts,
): [date: string, what: string, amount: string][] {
  const all = [
    ...days.map((each) => ({ ...each, note: "", isHere: true })),
    ...elsewhere.map((each) => ({ ...each, isHere: false })),
  ].sort((a, b) => (a.date < b.date ? -1 : 1));
  const sum = (some: typeof all) => money(some.reduce((total, { amount }) => total + amount, 0));
  const total: [string, string, string] = ["", shared("statement.counted.total"), sum(all)];
  if (all.length + all.filter(({ note }) => note.length > ONE_LINE).length <= COUNTED_LINES) {
    const lines = all.map(({ date, note, amount, isHere }): [string, string, string] => [
      day(hourOf(date, 12, env().timeZone)),
      isHere ? shared("statement.counted.here") : note || shared("statement.counted.elsewhere"),
      money(amount),
    ]);
    return [...lines, total];
  }
  const months = [...new Set(all.map(({ date }) => date.slice(0, 7)))];
  return [
    ...months.map((month): [string, string, string] => [
      monthName(Number(month.slice(5))),
      "",
      sum(all.filter(({ date }) => date.startsWith(month))),
    ]),
    total,
  ];
}
