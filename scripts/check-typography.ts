import { readFileSync, writeFileSync } from "node:fs";
import { LOCALES, type Locale } from "@/lib/ground/vocabulary";
import { TEXTS as BANK } from "@/sandbox/card/bank-page";
import { TEXTS as CHALLENGE } from "@/sandbox/card/challenge-page";
import { TEXTS as CHECKOUT } from "@/sandbox/card/checkout-page";
import { TEXTS as ONBOARDING } from "@/sandbox/card/onboarding-page";
import { TEXTS as MAIL } from "@/sandbox/mail/pages";
import { TEXTS as APPROVAL } from "@/sandbox/wallet/approval-page";
import { conclude } from "./source-files";
import { mendTypography, typographicMistakes } from "./typography";

/**
 * Compares the signs and spaces of the five catalogues and of the sandbox's pages with the rules of each language.
 * With `--write` it mends what has one right form in the catalogues: `npx tsx scripts/check-typography.ts --write`.
 */
type Texts = { [key: string]: string | Texts };

/** The specification writes these with a straight apostrophe. */
const AS_SPECIFIED = new Set([
  "en profile.requests.empty",
  "en boosts.choice.insufficient.normal",
  "en boosts.choice.insufficient.premium",
]);

/** The sandbox imports nothing of ours: here the compiler names a language that it lacks. */
const SANDBOX: Record<string, Record<Locale, Texts>> = {
  bank: BANK,
  challenge: CHALLENGE,
  checkout: CHECKOUT,
  onboarding: ONBOARDING,
  mail: MAIL,
  approval: APPROVAL,
};

const problems: string[] = [];

for (const locale of LOCALES) {
  const file = `messages/${locale}.json`;
  const catalogue = JSON.parse(readFileSync(file, "utf8")) as Texts;
  const mended = process.argv.includes("--write")
    ? mapTexts(catalogue, `${locale} `, (text) => mendTypography(text, locale))
    : catalogue;
  if (mended !== catalogue) writeFileSync(file, `${JSON.stringify(mended, null, 2)}\n`);
  const judge = (text: string, name: string) => {
    for (const mistake of typographicMistakes(text, locale)) problems.push(`${name}: ${mistake}: ${text}`);
    return text;
  };
  mapTexts(mended, `${locale} `, judge);
  for (const [page, texts] of Object.entries(SANDBOX))
    mapTexts(texts[locale], `${locale} sandbox ${page} `, judge);
}

conclude(problems, `typography: ${LOCALES.length} languages, ${problems.length} problems`);

/** The texts with each replaced by what `change` makes of it and its name. */
function mapTexts(texts: Texts, path: string, change: (text: string, name: string) => string): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]) => {
      const name = path + key;
      if (typeof value !== "string") return [key, mapTexts(value, `${name}.`, change)];
      return [key, AS_SPECIFIED.has(name) ? value : change(value, name)];
    }),
  );
}
