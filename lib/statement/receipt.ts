import "server-only";
import type { MailTexts } from "@/lib/delivery/translator";
import type { ShownDonation } from "@/lib/domain/given/schema";
import { env } from "@/lib/ground/env";
import { breakdownRows } from "@/lib/ground/money";
import { hourOf } from "@/lib/ground/periods";
import { GREEN, INK, MUTED, newDocument, RULE } from "./document";
import { PdfText, type Style } from "./pdf-text";

/** A4 in points. */
const [WIDTH, MARGIN, LEADING] = [595.28, 72, 1.5];
const TEXT: Style = { size: 11, color: INK };
const SMALL: Style = { size: 9.5, color: MUTED };

type Options = {
  texts: MailTexts;
  person: { name: string; username: string };
  /** In whose open books it is; null where it is in none yet. */
  night: string | null;
  at: Date;
};

/** The receipt of a donation as a PDF: number, operator, who gave to whom, and the breakdown (giving.md). */
export async function receiptPdf(
  donation: ShownDonation,
  { texts, person, night, at }: Options,
): Promise<Buffer> {
  const { shared, day, dayAndTime, money, appName, locale } = texts;
  const title = shared("gifts.receipt.title");
  const { doc, finish } = newDocument({ size: "A4", title, author: appName, locale, at });
  const { operator, appUrl } = env();
  const check = `${appUrl}/open-books/check?donationId=${donation.donationId}`;
  const when = (step: Step) => donation.steps.find((each) => each.step === step)?.at;
  const [paid, returned] = [when("paid"), when("returned")];
  const amounts = {
    donationAmount: donation.amount,
    serviceFee: donation.serviceFee,
    totalAmount: donation.total,
  };
  const facts: [string, string][] = [
    [shared("gifts.receipt.number"), donation.receiptNumber],
    [shared("gifts.receipt.paidOn"), paid ? dayAndTime(new Date(paid)) : ""],
    [shared("gifts.receipt.from"), `${person.name} (@${person.username})`],
    [
      shared("gifts.receipt.to"),
      donation.recipientUsername === null ? shared("shared.deletedUser") : `@${donation.recipientUsername}`,
    ],
    [shared("gifts.receipt.request"), donation.request?.item ?? shared("shared.deletedRequest")],
  ];
  const sums = breakdownRows(amounts, (line, values) => shared(`donate.breakdown.${line}`, values), money);
  const ends = [
    ...(donation.left < donation.amount
      ? [shared("gifts.receipt.partReturned", { amount: money(donation.left) })]
      : []),
    ...(returned ? [shared("gifts.receipt.returnedOn", { day: day(new Date(returned)) })] : []),
    shared("gifts.receipt.made", { day: day(at) }),
    ...(night === null
      ? []
      : [shared("gifts.receipt.inBooks", { day: day(hourOf(night, 12, env().timeZone)), url: check })]),
  ];
  const sender = operator ? [operator.name, operator.address] : [];

  const text = new PdfText(doc);
  await text.load([title, appName, ...sender, ...facts.flat(), ...ends, ...sums.flatMap(Object.values)]);
  doc.addPage();
  let y = MARGIN;
  const put = (words: string, style: Style, x = MARGIN, isRight = false) => {
    const lines = text.lines(words, style, WIDTH - MARGIN - Math.min(x, WIDTH - 2 * MARGIN));
    for (const line of lines) {
      text.draw(line, style, x, y, isRight);
      y += style.size * LEADING;
    }
  };
  /** A name and what belongs to it, side by side. */
  const row = (name: string, value: string, style: Style, x: number, isRight = false) => {
    const top = y;
    put(name, { ...style, color: style.isBold ? INK : MUTED });
    const below = y;
    y = top;
    put(value, style, x, isRight);
    y = Math.max(y, below) + 4;
  };
  put(appName, { ...TEXT, color: GREEN, isBold: true });
  for (const line of sender) put(line, SMALL);
  y += 30;
  put(title, { size: 22, color: GREEN, isBold: true });
  y += 14;
  for (const [name, value] of facts) row(name, value, TEXT, MARGIN + 150);
  y += 12;
  doc
    .lineWidth(0.5)
    .strokeColor(RULE)
    .moveTo(MARGIN, y)
    .lineTo(WIDTH - MARGIN, y)
    .stroke();
  y += 26;
  for (const { name, amount } of sums) {
    const isTotal = name === sums.at(-1)?.name;
    row(name, amount, { ...TEXT, isBold: isTotal }, WIDTH - MARGIN, true);
  }
  y += 20;
  for (const line of ends) put(line, SMALL);
  return finish();
}

type Step = ShownDonation["steps"][number]["step"];
