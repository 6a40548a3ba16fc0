type Language = {
  /** In the language itself. */
  name: string;
  /** The BCP 47 tag for numbers and dates (D2). */
  region: string;
  /** The country that Open Graph and the wallet provider want with the language. */
  country: string;
};

/** The languages of the product, in the order of the language menu. A new one needs a row here and a catalogue. */
export const LANGUAGES = {
  en: { name: "English", region: "en-IE", country: "GB" },
  nl: { name: "Nederlands", region: "nl-NL", country: "NL" },
  es: { name: "Español", region: "es-ES", country: "ES" },
  fr: { name: "Français", region: "fr-FR", country: "FR" },
  de: { name: "Deutsch", region: "de-DE", country: "DE" },
} as const satisfies Record<string, Language>;

export type Locale = keyof typeof LANGUAGES;
export const LOCALES = Object.keys(LANGUAGES) as [Locale, ...Locale[]];

/** For visitors whose browser asks for none of our languages (D2). */
export const VISITOR_LOCALE: Locale = "nl";

/** Whether a value is one of our languages. */
export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/**
 * The best of our languages for an `Accept-Language` header, by weight; a regional form counts as its language.
 */
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
