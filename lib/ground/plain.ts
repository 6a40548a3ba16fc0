/** Zero-width and other invisible characters, and the marks on a character: digits with them still read as a number. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{M}\u2800]/gu;

const OTHER_NUMBER = /[^\P{N}0-9]/gu;
const OTHER_DIGIT = /[^\P{Nd}0-9]/gu;

/**
 * A text for rules that look for numbers: with the digits of every script as ASCII digits, and every dash as "-". No
 * other sign changes, so that a line of the log stays JSON.
 */
export function plain(text: string): string {
  return text
    .replace(OTHER_NUMBER, (sign) => sign.normalize("NFKC"))
    .replace(UNSEEN, "")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(OTHER_DIGIT, asciiDigit);
}

/** Unicode has the digits of a script in a row, from zero to nine; such rows can follow each other. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}
