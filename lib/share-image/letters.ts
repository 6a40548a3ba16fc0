/** Characters without a glyph of their own, which join or vary others. */
export const SHAPELESS = /\p{Default_Ignorable_Code_Point}/gu;
/** More marks on one letter than any language uses. */
const PILED_MARKS = /\p{Script=Inherited}{4,}/gu;

const letters = new Intl.Segmenter("und", { granularity: "grapheme" });

/** The letters of a text on one line, each with its marks, and the forms that may be drawn in its place. */
export function* lettersOf(text: string): Generator<Set<string>> {
  const line = text
    .normalize("NFC")
    .replace(/[\u202f\u2007]/g, "\u00a0")
    .replace(/[^\S\u00a0]+/g, " ");
  for (const { segment } of letters.segment(line)) {
    const letter = segment.replace(PILED_MARKS, "");
    yield new Set([letter, letter.normalize("NFKC"), letter.replace(/\p{M}/gu, "")]);
  }
}
