import { readFileSync, writeFileSync } from "node:fs";
import { TEXT_PAGES } from "@/lib/ground/text-pages";
import { LOCALES, type Locale } from "@/lib/ground/vocabulary";
import { TEXTS as BANK } from "@/sandbox/card/bank-page";
import { TEXTS as CHECKOUT } from "@/sandbox/card/checkout-page";
import { TEXTS as ONBOARDING } from "@/sandbox/card/onboarding-page";
import { TEXTS as MAIL } from "@/sandbox/mail/pages";
import { TEXTS as APPROVAL } from "@/sandbox/wallet/approval-page";
import { catalogueOf, conclude, textsIn, textsOf } from "./source-files";
import { mendTypography, typographicMistakes } from "./typography";

/**
 * Compares the signs and spaces of the five catalogues, the operator's pages and the sandbox's with the rules of each
 * language. `npx tsx scripts/check-typography.ts --write` mends what has one right form in the first two.
 */
/** The specification writes these with a straight apostrophe. */
const AS_SPECIFIED = new Set([
  "en profile.requests.empty",
  "en boosts.choice.insufficient.normal",
  "en boosts.choice.insufficient.premium",
]);

/** The sandbox imports nothing of ours: here the compiler names a language that it lacks. */
const SANDBOX: Record<string, Record<Locale, object>> = {
  bank: BANK,
  checkout: CHECKOUT,
  onboarding: ONBOARDING,
  mail: MAIL,
  approval: APPROVAL,
};

if (process.argv.includes("--write")) LOCALES.forEach(mend);
const problems = LOCALES.flatMap((locale) =>
  [
    ...judged(locale),
    ...pagesOf(locale).flatMap((page) => linesOf(page).map((line, n) => [`${page}:${n + 1}`, line] as const)),
    ...Object.entries(SANDBOX).flatMap(([page, texts]) => [...textsIn(texts[locale], `sandbox ${page} `)]),
  ].flatMap(([key, text]) =>
    typographicMistakes(text, locale).map((mistake) => `${locale} ${key}: ${mistake}: ${text}`),
  ),
);
conclude(problems, `typography: ${LOCALES.length} languages`);

/** The texts of a language that follow the rules, with their keys. */
function judged(locale: Locale): [key: string, text: string][] {
  return [...textsOf(locale)].filter(([key]) => !AS_SPECIFIED.has(`${locale} ${key}`));
}

function pagesOf(locale: Locale): string[] {
  return TEXT_PAGES.map((page) => `texts/${locale}/${page}.md`);
}

function linesOf(page: string): string[] {
  return readFileSync(page, "utf8").split("\n");
}

function mend(locale: Locale): void {
  const catalogue = judged(locale).reduce(
    (json, [, text]) => json.replaceAll(JSON.stringify(text), JSON.stringify(mendTypography(text, locale))),
    readFileSync(catalogueOf(locale), "utf8"),
  );
  writeFileSync(catalogueOf(locale), catalogue);
  for (const page of pagesOf(locale)) {
    writeFileSync(
      page,
      linesOf(page)
        .map((line) => mendTypography(line, locale))
        .join("\n"),
    );
  }
}
