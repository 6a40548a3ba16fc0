import { isLocale, type Locale } from "./languages";

/** The best of our languages for an `Accept-Language` header, by its weights; a regional form counts as its language. */
export function matchLanguage(header: string | null): Locale | null {
  let best: Locale | null = null;
  let weight = 0;
  for (const part of (header ?? "").slice(0, 1_000).split(",")) {
    const [range = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    const language = range.split("-")[0];
    const q = parameters.find((parameter) => parameter.startsWith("q="));
    const wanted = q === undefined ? 1 : Number(q.slice(2));
    if (isLocale(language) && wanted > weight && wanted <= 1) {
      best = language;
      weight = wanted;
    }
  }
  return best;
}
