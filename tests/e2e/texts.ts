import { readFileSync } from "node:fs";
import { createTranslator } from "use-intl/core";
import type { Locale } from "@/lib/vocabulary";

/** What a person reads in a language, by its key in the catalogue. */
export type Texts = (key: string, values?: Record<string, string | number>) => string;

export function textsOf(locale: Locale): Texts {
  const messages = JSON.parse(readFileSync(`messages/${locale}.json`, "utf8")) as Record<string, unknown>;
  const translate = createTranslator({ locale, messages }) as unknown as Texts;
  return (key, values) => translate(key, values);
}
