import "server-only";
import { ARABIC, CHINESE, covers, EMOJI, FIGTREE, HEBREW, JAPANESE, KOREAN, NOTO, THAI } from "./typefaces";

type Typeface = typeof FIGTREE;

const letters = new Intl.Segmenter("und", { granularity: "grapheme" });
const words = new Intl.Segmenter("th", { granularity: "word" });
/** A possible line break. Thai has no spaces between words, and the renderer has no dictionary. */
const BREAK = "\u200b";

/** Characters without a glyph of their own, which join or vary others. */
const SHAPELESS = /\p{Default_Ignorable_Code_Point}/gu;
const EMOJI_LETTER = /\p{Emoji_Presentation}|\p{Emoji_Modifier}|\ufe0f|\u20e3/u;
/** More marks on one letter than any language uses. */
const PILED_MARKS = /\p{Script=Inherited}{4,}/gu;

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

function hanTypefaces(text: string): Typeface[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return [JAPANESE, CHINESE, KOREAN];
  if (/\p{Script=Hangul}/u.test(text)) return [KOREAN, CHINESE, JAPANESE];
  return [CHINESE, JAPANESE, KOREAN];
}

async function show(text: string, typefaces: Typeface[]): Promise<string> {
  const line = text
    .normalize("NFC")
    .replace(/[\u202f\u2007]/g, "\u00a0")
    .replace(/[^\S\u00a0]+/g, " ");
  let shown = "";
  for (const { segment } of letters.segment(line)) {
    const letter = segment.replace(PILED_MARKS, "");
    for (const form of new Set([letter, letter.normalize("NFKC"), letter.replace(/\p{M}/gu, "")])) {
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
