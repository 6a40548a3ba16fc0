import "server-only";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { coveredLetters } from "./covered-letters";

/** Which alphabets the pictures can show, in the order in which a letter is looked for. Scripts that need more shaping than the renderer does are left out. */
const FAMILIES = [
  { name: "noto-sans", slices: /^(latin|latin-ext|vietnamese|greek|cyrillic|cyrillic-ext)$/ },
  { name: "noto-sans-arabic", slices: /^arabic$/ },
  { name: "zcool-xiaowei", slices: /^\[\d+\]$/ },
] as const;

type Slice = { file: string; ranges: [from: number, to: number][] };
type Font = { name: string; data: Buffer; weight: 400; style: "normal" };
type LoadedFont = Font & { letters: Set<number> };

/** The fonts that a text needs, and whether a character can be drawn with them. */
export type Lettering = { fonts: Font[]; has: (character: string) => boolean };

/** Reads the slices of the fonts in which a text's letters lie, each once per process. */
export async function letteringFor(text: string): Promise<Lettering> {
  const slices = await allSlices();
  const fonts = new Map<string, LoadedFont>();
  const covered = new Set<string>();
  // Latin letters always: the renderer needs one font for the spaces of any text.
  for (const character of new Set(`A${text}`)) {
    const code = character.codePointAt(0) ?? 0;
    for (const { file, ranges } of slices) {
      if (!ranges.some(([from, to]) => from <= code && code <= to)) continue;
      const font = await load(file);
      if (!font.letters.has(code)) continue;
      fonts.set(file, font);
      covered.add(character);
      break;
    }
  }
  return {
    fonts: [...fonts.values()].map(({ letters: _, ...font }) => font),
    has: (character) => covered.has(character),
  };
}

let slicesOnce: Promise<Slice[]> | undefined;

function allSlices(): Promise<Slice[]> {
  slicesOnce ??= readSlices();
  return slicesOnce;
}

async function readSlices(): Promise<Slice[]> {
  const families = FAMILIES.map(async ({ name, slices }) => {
    const listed: Record<string, string> = JSON.parse(
      await readFile(inPackage(name, "unicode.json"), "utf8"),
    );
    return Object.entries(listed)
      .filter(([slice]) => slices.test(slice))
      .map(([slice, ranges]) => ({
        file: inPackage(name, `files/${name}-${slice.replace(/[[\]]/g, "")}-400-normal.woff`),
        ranges: ranges.split(",").map(toRange),
      }));
  });
  return (await Promise.all(families)).flat();
}

/** `U+0400-045F` or `U+2116`, as a stylesheet writes it. */
function toRange(written: string): [number, number] {
  const [from = "", to = from] = written.replace("U+", "").split("-");
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

const loaded = new Map<string, Promise<LoadedFont>>();

function load(file: string): Promise<LoadedFont> {
  const known = loaded.get(file);
  if (known) return known;
  const font = readFile(file).then((data) => ({
    name: file,
    data,
    weight: 400 as const,
    style: "normal" as const,
    letters: coveredLetters(data),
  }));
  loaded.set(file, font);
  return font;
}

function inPackage(name: string, path: string): string {
  return join(process.cwd(), "node_modules/@fontsource", name, path);
}
