import "server-only";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { coveredLetters } from "./covered-letters";
import { renderer } from "./renderer";

/** A part of a typeface: a file with the letters of some ranges. */
type Slice = { file: string; ranges: [from: number, to: number][] };
type Typeface = { family: string; slices: () => Promise<Slice[]> };

const EVERYTHING: [number, number][] = [[0, 0x10ffff]];

/** The product's own typeface, which knows Latin letters only. */
export const FIGTREE = fontsource("figtree", /^latin(-ext)?$/);
/** What it does not know, down to the Latin letters of Vietnamese. */
export const NOTO = fontsource("noto-sans", /^(latin|cyrillic|greek|devanagari|vietnamese)(-ext)?$/);
export const ARABIC = fontsource("noto-sans-arabic", /^arabic$/);
export const HEBREW = fontsource("noto-sans-hebrew", /^hebrew$/);
export const THAI = fontsource("noto-sans-thai", /^thai$/);
export const CHINESE = fontsource("noto-sans-sc", /^\[\d+\]$/);
export const JAPANESE = fontsource("noto-sans-jp", /^\[\d+\]$/);
export const KOREAN = fontsource("noto-sans-kr", /^\[\d+\]$/);
export const EMOJI: Typeface = {
  family: "emoji",
  slices: async () => [{ file: inPackage("twemoji-colr-font", "twemoji.woff2"), ranges: EVERYTHING }],
};

/**
 * Whether a typeface can draw a letter, with the marks on it: they must stand in one slice. The slices that may be it are read, and given to the
 * renderer, once per process; what could not be read is tried again.
 */
export async function covers({ family, slices }: Typeface, letter: string): Promise<boolean> {
  const codes = Array.from(letter, (character) => character.codePointAt(0) ?? 0);
  for (const slice of await slices()) {
    if (!codes.every((code) => slice.ranges.some(([from, to]) => from <= code && code <= to))) continue;
    const covered = await load(family, slice);
    if (codes.every((code) => covered.has(code))) return true;
  }
  return false;
}

const loaded = new Map<string, Promise<Set<number>>>();

function load(family: string, { file, ranges }: Slice): Promise<Set<number>> {
  const known = loaded.get(file);
  if (known) return known;
  const letters = readFile(file).then(async (data) => {
    await renderer.registerFont({ name: family, data, unicodeRange: ranges });
    return coveredLetters(data);
  });
  loaded.set(file, letters);
  letters.catch(() => loaded.delete(file));
  return letters;
}

/** A variable typeface of Fontsource, whose package lists its slices. */
function fontsource(name: string, wanted: RegExp): Typeface {
  let slices: Promise<Slice[]> | undefined;
  return {
    family: name,
    slices: () => {
      slices ??= readFile(inPackage(`@fontsource-variable/${name}`, "unicode.json"), "utf8").then((listed) =>
        Object.entries(JSON.parse(listed) as Record<string, string>)
          .filter(([slice]) => wanted.test(slice))
          .map(([slice, ranges]) => ({
            file: inPackage(
              `@fontsource-variable/${name}`,
              `files/${name}-${slice.replace(/[[\]]/g, "")}-wght-normal.woff2`,
            ),
            ranges: ranges.split(",").map(toRange),
          })),
      );
      slices.catch(() => {
        slices = undefined;
      });
      return slices;
    },
  };
}

/** `U+0400-045F` or `U+2116`, as a stylesheet writes it. */
function toRange(written: string): [number, number] {
  const [from = "", to = from] = written.replace("U+", "").split("-");
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

function inPackage(name: string, path: string): string {
  return join(/* turbopackIgnore: true */ process.cwd(), "node_modules", name, path);
}
