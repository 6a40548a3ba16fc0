import { readFileSync, writeFileSync } from "node:fs";
import { LOCALES } from "@/lib/ground/vocabulary";
import { mendTypography, typographicMistakes } from "./typography";

/**
 * Holds the signs and spaces of the five catalogues against the rules of each language. With `--write` it mends what
 * has one right form: `npx tsx scripts/check-typography.ts --write`.
 */
type Catalogue = { [key: string]: string | Catalogue };

/** The specification writes these with a straight apostrophe. */
const AS_SPECIFIED = new Set([
  "en profile.requests.empty",
  "en boosts.choice.insufficient.normal",
  "en boosts.choice.insufficient.premium",
]);

const isWriting = process.argv.includes("--write");
const problems: string[] = [];

for (const locale of LOCALES) {
  const file = `messages/${locale}.json`;
  const eachText = (texts: Catalogue, path: string): Catalogue =>
    Object.fromEntries(
      Object.entries(texts).map(([key, value]) => {
        const name = `${path}${key}`;
        if (typeof value !== "string") return [key, eachText(value, `${name}.`)];
        if (AS_SPECIFIED.has(name)) return [key, value];
        const text = isWriting ? mendTypography(value, locale) : value;
        problems.push(...typographicMistakes(text, locale).map((mistake) => `${name}: ${mistake}: ${text}`));
        return [key, text];
      }),
    );
  const mended = eachText(JSON.parse(readFileSync(file, "utf8")) as Catalogue, `${locale} `);
  if (isWriting) writeFileSync(file, `${JSON.stringify(mended, null, 2)}\n`);
}

for (const problem of problems) console.error(problem);
console.log(`typography: ${LOCALES.length} languages, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
