export const LANGUAGES = ["en", "nl", "es", "fr", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The first language that the pages speak: the one the merchant asked for, else one of an `Accept-Language`. */
export function languageOf(accepted: string | undefined, asked?: string | null): Language {
  const wanted = [asked ?? "", ...(accepted ?? "").split(",")].map((part) =>
    part.trim().slice(0, 2).toLowerCase(),
  );
  return wanted.find(isSpoken) ?? "en";
}

function isSpoken(language: string): language is Language {
  return (LANGUAGES as readonly string[]).includes(language);
}
