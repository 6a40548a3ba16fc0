import "server-only";
import { readFile } from "node:fs/promises";
import { memoized } from "@/lib/ground/memoized";
import { lettersOf, SHAPELESS } from "./letters";
import { renderer } from "./renderer";
import {
  ARABIC,
  EMOJI,
  FIGTREE,
  HEBREW,
  hanTypefaces,
  NOTO,
  type Slice,
  sliceFor,
  THAI,
  type Typeface,
} from "./typefaces";

const words = new Intl.Segmenter("th", { granularity: "word" });
/** A possible line break. Thai has no spaces between words, and the renderer has no dictionary. */
const BREAK = "\u200b";

const EMOJI_LETTER = /\p{Emoji_Presentation}|\p{Emoji_Modifier}|\ufe0f|\u20e3/u;

/** Texts that the picture can show, and the font families for them, in their order of preference. */
export type Lettering<Key extends string> = { texts: Record<Key, string>; families: string[] };

/**
 * Makes texts drawable, on one line each: removes characters that no typeface has a glyph for, replaces fancy forms of
 * letters by plain ones, and loads the slices needed. The renderer would draw a box for a missing glyph.
 */
export async function letter<Key extends string>(texts: Record<Key, string>): Promise<Lettering<Key>> {
  const typefaces = await typefacesFor(Object.values(texts).join(" "));
  const drawn = Object.entries<string>(texts).map(async ([key, text]) => [key, await show(text, typefaces)]);
  return {
    texts: Object.fromEntries(await Promise.all(drawn)),
    families: typefaces.map(({ family }) => family),
  };
}

/** One Latin typeface per picture, and Han characters in the forms of the text's language. */
async function typefacesFor(text: string): Promise<Typeface[]> {
  const latin = [...new Set(text.normalize("NFC").match(/\p{Script=Latin}/gu))];
  const figtree = (await Promise.all(latin.map((letter) => covers(FIGTREE, letter)))).every(Boolean);
  return [...(figtree ? [FIGTREE] : []), NOTO, ARABIC, HEBREW, THAI, ...hanTypefaces(text), EMOJI];
}

async function show(text: string, typefaces: Typeface[]): Promise<string> {
  let shown = "";
  for (const forms of lettersOf(text)) {
    for (const form of forms) {
      if (!(await drawable(form, typefaces))) continue;
      shown += form;
      break;
    }
  }
  return shown
    .replace(/ +/g, " ")
    .trim()
    .replace(/\p{Script=Thai}+/gu, (run) =>
      Array.from(words.segment(run), ({ segment }) => segment).join(BREAK),
    );
}

async function drawable(letter: string, typefaces: Typeface[]): Promise<boolean> {
  const shape = letter.replace(SHAPELESS, "");
  if (!shape) return false;
  for (const typeface of EMOJI_LETTER.test(letter) ? [EMOJI] : typefaces) {
    if (await covers(typeface, shape)) return true;
  }
  return false;
}

const registered = new Map<string, Promise<void>>();

/** Whether a typeface can draw a letter. The slice needed is registered with the renderer once per process. */
async function covers(typeface: Typeface, letter: string): Promise<boolean> {
  const slice = await sliceFor(typeface, letter);
  if (slice) await register(typeface.family, slice);
  return slice !== null;
}

function register(name: string, { file, ranges }: Slice): Promise<void> {
  return memoized(registered, file, async () => {
    await renderer.registerFont({ name, data: await readFile(file), unicodeRange: ranges });
  });
}
