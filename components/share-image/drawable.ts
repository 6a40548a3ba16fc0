const LONGEST = 90;

/** Everything the picture renderer's own typeface cannot draw: for the rest it would go and ask another server. */
const UNDRAWABLE = /[^\u0020-\u024f\u2010-\u2026\u20ac]/gu;

/** A text as the share picture can show it, on at most three lines. */
export function drawable(text: string): string {
  const line = text.replace(/\s/g, " ").replace(UNDRAWABLE, "").replace(/ +/g, " ").trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST).trimEnd()}…`;
}
