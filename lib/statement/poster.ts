import "server-only";
import { encode } from "uqr";
import type { MailTexts } from "@/lib/delivery/translator";
import { GREEN, INK, MUTED, newDocument, RULE } from "./document";
import { PdfText, type Style } from "./pdf-text";

/** What a poster asks for: in which size, and by which gift link. */
export type Poster = {
  size: "a4" | "a6";
  item: string;
  /** Of whom asks; null where visitors do not see it (D38). */
  name: string | null;
  /** As money. */
  goal: string;
  url: string;
  /** A JPEG in the shape of PICTURE. */
  picture: Uint8Array;
};

/** The pixels of a poster's picture. */
export const PICTURE = { width: 1_200, height: 640 };

/** Lengths in points. A6 is a card to hand out: slips of its eighth would be too small to read. */
const LAYOUTS = {
  a4: { width: 595.28, height: 841.89, margin: 44, title: 30, text: 13, code: 150, slips: 8 },
  a6: { width: 297.64, height: 419.53, margin: 20, title: 16, text: 8.5, code: 84, slips: 0 },
} as const;
const SLIP_HEIGHT = 178;
const LEADING = 1.3;

/** A poster with picture, item, goal and a QR code of the gift link; on A4 with slips to tear off (giving.md). */
export async function posterPdf(
  poster: Poster,
  { texts, at }: { texts: MailTexts; at: Date },
): Promise<Buffer> {
  const { shared, appName, locale } = texts;
  const { item, name, url } = poster;
  const { width, height, margin, ...layout } = LAYOUTS[poster.size];
  const size = poster.size === "a4" ? "A4" : "A6";
  const { doc, finish } = newDocument({ size, title: item, author: appName, locale, at });
  const { host, token } = shortAddress(url);
  const [by, goal, how] = [
    name === null ? "" : shared("poster.by", { name }),
    shared("poster.goal", { goal: poster.goal }),
    shared("poster.how"),
  ];
  const text = new PdfText(doc);
  await text.load([item, by, goal, how, `${host}/g/`, token]);
  doc.addPage();

  const bottom = layout.slips > 0 ? height - SLIP_HEIGHT : height;
  const pictureHeight = (width * PICTURE.height) / PICTURE.width;
  doc.image(Buffer.from(poster.picture), 0, 0, { width });
  let y = pictureHeight + layout.title * 1.5;
  const put = (words: string, style: Style, room: number, most: number) => {
    for (const line of text.lines(words, style, room).slice(0, most)) {
      text.draw(line, style, margin, y);
      y += style.size * LEADING;
    }
  };
  const plain: Style = { size: layout.text, color: INK };
  put(item, { size: layout.title, color: INK, isBold: true }, width - 2 * margin, 2);
  put(by, { ...plain, color: MUTED }, width - 2 * margin, 1);

  const code = { x: width - margin - layout.code, y: bottom - margin - layout.code };
  drawCode(doc, url, code, layout.code);
  const beside = code.x - 2 * margin;
  y = code.y + layout.text;
  put(goal, { ...plain, size: layout.text * 1.5, color: GREEN, isBold: true }, beside, 2);
  y += layout.text / 2;
  put(how, plain, beside, 4);
  y += layout.text / 2;
  put(`${host}/g/`, plain, beside, 1);
  put(token, { ...plain, isBold: true }, beside, 1);

  const onSlip = [
    { words: item, style: { size: 10, color: INK, isBold: true }, most: 2 },
    { words: `${host}/g/`, style: { size: 9, color: MUTED }, most: 1 },
    { words: token, style: { size: 10, color: INK, isBold: true }, most: 1 },
  ];
  const slip = width / Math.max(1, layout.slips);
  for (let n = 0; n < layout.slips; n += 1) {
    const x = n * slip;
    doc.lineWidth(0.6).strokeColor(RULE).dash(4, { space: 3 });
    doc
      .moveTo(x, bottom)
      .lineTo(x + slip, bottom)
      .stroke();
    if (n > 0) doc.moveTo(x, bottom).lineTo(x, height).stroke();
    doc.undash();
    doc
      .save()
      .rotate(-90, { origin: [x, height] })
      .translate(x, height);
    let down = 18;
    for (const { words, style, most } of onSlip) {
      for (const line of text.lines(words, style, SLIP_HEIGHT - 24).slice(0, most)) {
        text.draw(line, style, 12, down);
        down += 14;
      }
    }
    doc.restore();
  }
  return finish();
}

/** Where the link leads, with its token in groups: `readLinkToken` takes them as they are typed. */
function shortAddress(url: string): { host: string; token: string } {
  const { host, pathname } = new URL(url);
  const token = pathname.split("/").at(-1) ?? "";
  return { host, token: [token.slice(0, 6), token.slice(6, 11), token.slice(11)].join("-") };
}

/** Vector squares, with the quiet zone that scanners need. */
function drawCode(doc: PDFKit.PDFDocument, url: string, at: { x: number; y: number }, width: number): void {
  const { data, size } = encode(url, { ecc: "M", border: 4 });
  const module = width / size;
  doc.rect(at.x, at.y, width, width).fill("#ffffff");
  data.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) doc.rect(at.x + x * module, at.y + y * module, module, module);
    });
  });
  doc.fill("#000000");
}
