import "server-only";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { memoized } from "@/lib/ground/memoized";
import { coveredCodePoints } from "./font-coverage";

/** A part of a typeface: a file, and the ranges of code points that it declares. */
export type Slice = { file: string; ranges: [from: number, to: number][] };
export type Typeface = { family: string; slices: () => Promise<Slice[]> };

const EVERYTHING: [number, number][] = [[0, 0x10ffff]];

/** The slices of each typeface, as its package lists them. */
const listed = new Map<string, Promise<Slice[]>>();

/** The product's own typeface, for Latin only. */
export const FIGTREE = fontsource("figtree", /^latin(-ext)?$/);
/** Scripts beyond it, and the Latin letters of Vietnamese. */
export const NOTO = fontsource("noto-sans", /^(latin|cyrillic|greek|devanagari|vietnamese)(-ext)?$/);
export const ARABIC = fontsource("noto-sans-arabic", /^arabic$/);
export const HEBREW = fontsource("noto-sans-hebrew", /^hebrew$/);
export const THAI = fontsource("noto-sans-thai", /^thai$/);
export const CHINESE = fontsource("noto-sans-sc", /^\[\d+\]$/);
export const JAPANESE = fontsource("noto-sans-jp", /^\[\d+\]$/);
export const KOREAN = fontsource("noto-sans-kr", /^\[\d+\]$/);
/** Han characters in the forms of a text's language: the typefaces for them, in their order of preference. */
export function hanTypefaces(text: string): Typeface[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return [JAPANESE, CHINESE, KOREAN];
  if (/\p{Script=Hangul}/u.test(text)) return [KOREAN, CHINESE, JAPANESE];
  return [CHINESE, JAPANESE, KOREAN];
}

export const EMOJI: Typeface = {
  family: "emoji",
  slices: async () => [{ file: inPackage("twemoji-colr-font", "twemoji.woff2"), ranges: EVERYTHING }],
};

/**
 * The slice of a typeface that can draw a letter with its marks, which must be in one; null if there is none. Slices
 * whose ranges include it are read once per process; a failed read is tried again.
 */
export async function sliceFor({ slices }: Typeface, letter: string): Promise<Slice | null> {
  const codes = Array.from(letter, (character) => character.codePointAt(0) ?? 0);
  for (const slice of await slices()) {
    if (!codes.every((code) => slice.ranges.some(([from, to]) => from <= code && code <= to))) continue;
    const covered = await coverageOf(slice);
    if (codes.every((code) => covered.has(code))) return slice;
  }
  return null;
}

const coverages = new Map<string, Promise<Set<number>>>();

function coverageOf({ file }: Slice): Promise<Set<number>> {
  return memoized(coverages, file, async () => coveredCodePoints(await readFile(file)));
}

/** A variable typeface of Fontsource, with the slices that its package lists. */
function fontsource(name: string, wanted: RegExp): Typeface {
  return { family: name, slices: () => memoized(listed, name, () => listSlices(name, wanted)) };
}

async function listSlices(name: string, wanted: RegExp): Promise<Slice[]> {
  const folder = `@fontsource-variable/${name}`;
  const ranges: Record<string, string> = JSON.parse(
    await readFile(inPackage(folder, "unicode.json"), "utf8"),
  );
  return Object.entries(ranges)
    .filter(([slice]) => wanted.test(slice))
    .map(([slice, written]) => ({
      file: inPackage(folder, `files/${name}-${slice.replace(/[[\]]/g, "")}-wght-normal.woff2`),
      ranges: written.split(",").map(toRange),
    }));
}

/** `U+0400-045F` or `U+2116`, the notation of stylesheets. */
function toRange(written: string): [number, number] {
  const [from = "", to = from] = written.replace("U+", "").split("-");
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

function inPackage(name: string, path: string): string {
  return join(/* turbopackIgnore: true */ process.cwd(), "node_modules", name, path);
}
