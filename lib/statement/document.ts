import "server-only";
import PDFDocument from "pdfkit";

/** The colours of the light theme (lib/delivery/parts.tsx). */
export const [INK, MUTED, GREEN, RULE] = ["#19251e", "#505b52", "#155838", "#dcd9cf"];

type About = { size: "A4" | "A6"; title: string; author: string; locale: string; at: Date };

/** A new PDF without a page; `finish` ends it and returns its bytes. */
export function newDocument({ size, title, author, locale, at }: About) {
  const doc = new PDFDocument({
    size,
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    // None of the standard fonts, whose files would have to be in the build.
    font: "",
    lang: locale,
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: at },
  });
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    doc.on("end", resolve);
    doc.on("error", reject);
  });
  const finish = async () => {
    doc.end();
    await ended;
    return Buffer.concat(chunks);
  };
  return { doc, finish };
}
