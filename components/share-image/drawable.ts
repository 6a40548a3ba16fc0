/** In halves of a wide character: what three lines of the picture hold. */
const LONGEST = 90;

/** Emoji dressings, and marks that only steer how text is set; the zero-width non-joiner belongs to Persian spelling. */
const INVISIBLE = /(?!\u200c)[\p{Cc}\p{Cf}]|\p{Variation_Selector}|\u20e3/gu;
/** Letters in fancy dress, which have plain ones beneath. */
const DISGUISED = /[\u{1d400}-\u{1d7ff}\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/gu;
const MEANINGFUL = /[\p{L}\p{M}\p{N}]/u;
const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff00-\uffef]/u;

/** A text on one line, without what no picture shows. */
export function plain(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\s/g, " ")
    .replace(DISGUISED, (letter) => letter.normalize("NFKC"))
    .replace(INVISIBLE, "");
}

/**
 * A plain text as the picture can show it, cut to three lines. Emoji and signs that the fonts lack are left out; one letter or digit that they
 * lack leaves nothing, since a text with holes in it says something else.
 */
export function drawable(text: string, has: (character: string) => boolean): string {
  let line = "";
  for (const character of text) {
    if (has(character)) line += character;
    else if (MEANINGFUL.test(character)) return "";
  }
  return cut(line.replace(/ +/g, " ").trim());
}

/** How much room a text takes: a Chinese character as much as two Latin letters. */
export function widthOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0);
}

function cut(line: string): string {
  if (widthOf(line) <= LONGEST) return line;
  let kept = "";
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    if (widthOf(kept + segment) > LONGEST) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
