import { readFileSync } from "node:fs";
import { createTranslator, type MarkupTranslationValues } from "use-intl/core";
import type { Locale } from "@/lib/ground/vocabulary";

/** What a person reads in a language, by its key in the catalogue. */
export type Texts = (key: string, values?: Record<string, string | number>) => string;

/** What leads somewhere within a sentence is the text that it is; what a page fills in itself stays a tag. */
const asText = (chunks: string) => chunks;
const TAGS = { person: asText, request: asText, date: () => "<date>" };

export function textsOf(locale: Locale): Texts {
  const messages = JSON.parse(readFileSync(`messages/${locale}.json`, "utf8")) as Record<string, unknown>;
  const { markup } = createTranslator({ locale, messages }) as unknown as {
    markup: (key: string, values: MarkupTranslationValues) => string;
  };
  return (key, values) => markup(key, { ...values, ...TAGS });
}
