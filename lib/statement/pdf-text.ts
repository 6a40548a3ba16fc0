import "server-only";
import { readFile } from "node:fs/promises";
import decompress from "woff2-encoder/decompress";
import { lettersOf, SHAPELESS } from "@/lib/share-image/letters";
import { Recent } from "@/lib/share-image/recent";
import {
  ARABIC,
  CHINESE,
  HEBREW,
  hanTypefaces,
  JAPANESE,
  KOREAN,
  NOTO,
  sliceFor,
  THAI,
  type Typeface,
} from "@/lib/share-image/typefaces";

/** These are thin by default, and a PDF takes the default weight of a variable typeface: a stroke makes up for it. */
const THIN = new Set<Typeface>([HEBREW, CHINESE, JAPANESE, KOREAN]);
const [THIN_STROKE, BOLD_STROKE] = [0.03, 0.035];

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Typefaces as the PDF library reads them: it cannot embed WOFF2. About 100 kB each. */
const trueTypes = new Recent<Buffer>(48);

type Font = { file: string; isThin: boolean };
/** Letters that one font draws, one after the other. */
type Run = { text: string; font: Font };
/** What stays on one line; the width is that at a size of one point. */
type Word = { runs: Run[]; width: number; isRightToLeft: boolean };

export type Style = { size: number; color: string; isBold?: boolean };
export type Line = Word[];

/**
 * Sets texts of any script in a PDF: a font for each letter, Arabic and Hebrew from right to left, and nothing where no
 * font has a letter (emoji). Lengths in points.
 */
export class PdfText {
  readonly #doc: PDFKit.PDFDocument;
  /** What is drawn for a letter, and by which font; null for nothing. */
  readonly #drawn = new Map<string, Run | null>();
  /** Words repeat: their letters and their widths at a size of one point. */
  readonly #words = new Map<string, { runs: Run[]; width: number }>();

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
  }

  /** Finds and loads the fonts for texts, which can be set afterwards. */
  async load(texts: Iterable<string>): Promise<void> {
    for (const text of new Set(texts)) {
      const typefaces = [NOTO, ARABIC, HEBREW, THAI, ...hanTypefaces(text)];
      for (const forms of lettersOf(text)) {
        const [letter = ""] = forms;
        if (!this.#drawn.has(letter)) this.#drawn.set(letter, await this.#find(forms, typefaces));
      }
    }
  }

  async #find(forms: Set<string>, typefaces: Typeface[]): Promise<Run | null> {
    for (const text of forms) {
      const shape = text.replace(SHAPELESS, "");
      for (const typeface of shape ? typefaces : []) {
        const slice = await sliceFor(typeface, shape);
        if (!slice) continue;
        const { file } = slice;
        const trueType = await trueTypes.get(file, async () =>
          Buffer.from(await decompress(await readFile(file))),
        );
        this.#doc.registerFont(file, trueType);
        return { text: shape, font: { file, isThin: THIN.has(typeface) } };
      }
    }
    return null;
  }

  /** The lines of a text that is at most so wide. */
  lines(text: string, { size }: Style, width: number): Line[] {
    const space = this.#word(" ").width * size;
    const lines: Line[] = [];
    let line: Line = [];
    let used = 0;
    for (const part of text.split(/[^\S\u00a0]+/)) {
      for (const piece of this.#pieces(part, width / size)) {
        const word = this.#word(piece);
        if (word.runs.length === 0) continue;
        const needed = word.width * size + (line.length > 0 ? space : 0);
        if (line.length > 0 && used + needed > width) {
          lines.push(line);
          [line, used] = [[], 0];
        }
        used += line.length > 0 ? needed : word.width * size;
        line.push({ ...word, isRightToLeft: RIGHT_TO_LEFT.test(piece) });
      }
    }
    return line.length > 0 ? [...lines, line] : lines;
  }

  /** A word, in pieces where it is too wide for a line. `width` is that of a line at a size of one point. */
  #pieces(word: string, width: number): string[] {
    if (this.#word(word).width <= width) return [word];
    const pieces: string[] = [];
    let piece = "";
    for (const [letter = ""] of lettersOf(word)) {
      if (piece && this.#measure(this.#runs(piece + letter)) > width) {
        pieces.push(piece);
        piece = "";
      }
      piece += letter;
    }
    return [...pieces, piece];
  }

  /** Draws a line at its baseline; `x` is where it begins, or where it ends if it is aligned right. */
  draw(line: Line, { size, color, isBold = false }: Style, x: number, y: number, isRight = false): void {
    const space = this.#word(" ").width * size;
    const width = line.reduce((sum, word) => sum + word.width * size, 0) + space * (line.length - 1);
    let at = isRight ? x - width : x;
    // Words of one font are drawn together, with their spaces, which readers copy and search.
    let drawn: Run & { at: number } = { text: "", font: { file: "", isThin: false }, at };
    const flush = () => drawn.text && this.#put(drawn, { size, color, isBold }, y);
    for (const word of visual(line)) {
      const [first, ...others] = word.runs;
      if (first?.font.file === drawn.font.file && !word.isRightToLeft && others.length === 0) {
        drawn.text += ` ${first.text}`;
      } else {
        let within = at;
        for (const run of word.runs) {
          flush();
          drawn = { ...run, at: within };
          within += this.#measure([run]) * size;
        }
      }
      at += word.width * size + space;
    }
    flush();
  }

  #put({ text, font, at }: Run & { at: number }, { size, color, isBold = false }: Style, y: number): void {
    const stroke = ((font.isThin ? THIN_STROKE : 0) + (isBold ? BOLD_STROKE : 0)) * size;
    this.#doc.font(font.file).fontSize(size).fillColor(color);
    if (stroke > 0) this.#doc.strokeColor(color).lineWidth(stroke);
    this.#doc.text(text, at, y, {
      baseline: "alphabetic",
      lineBreak: false,
      fill: true,
      stroke: stroke > 0,
    });
  }

  #word(text: string): { runs: Run[]; width: number } {
    const known = this.#words.get(text);
    if (known) return known;
    const runs = this.#runs(text);
    const word = { runs, width: this.#measure(runs) };
    this.#words.set(text, word);
    return word;
  }

  #runs(text: string): Run[] {
    const runs: Run[] = [];
    for (const [letter = ""] of lettersOf(text)) {
      const drawn = this.#drawn.get(letter);
      if (!drawn) continue;
      const last = runs.at(-1);
      if (last?.font.file === drawn.font.file) last.text += drawn.text;
      else runs.push({ ...drawn });
    }
    return runs;
  }

  /** The width at a size of one point. */
  #measure(runs: Run[]): number {
    return runs.reduce((sum, { text, font }) => {
      return sum + this.#doc.font(font.file).fontSize(1_000).widthOfString(text) / 1_000;
    }, 0);
  }
}

/** The words of a line from left to right: those of Arabic and Hebrew that follow each other are reversed. */
function visual(line: Line): Word[] {
  const words: Word[] = [];
  let reversed: Word[] = [];
  for (const word of line) {
    if (word.isRightToLeft) reversed = [word, ...reversed];
    else {
      words.push(...reversed, word);
      reversed = [];
    }
  }
  return [...words, ...reversed];
}
