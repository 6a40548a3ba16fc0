import "server-only";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import MarkdownIt from "markdown-it";
import { env } from "@/lib/ground/env";
import { LOCALES, type Locale } from "@/lib/ground/i18n/languages";
import { TEXT_PAGES, type TextPage } from "@/lib/ground/text-pages";
import { contactAddress } from "./contact";

/** The default texts, which say what is missing. */
const DEFAULTS = join(/* turbopackIgnore: true */ process.cwd(), "texts");

/** What only the operator can say: `[[…]]`. */
const MISSING = /\[\[([^\]]+)\]\]/g;

export type OperatorText = {
  /** Without HTML of its own: it was escaped. */
  html: string;
  title: string;
  /** What is not filled in. */
  missing: string[];
};

/** A page's text in a language: the operator's, or the default one. */
export async function operatorText(page: TextPage, locale: Locale): Promise<OperatorText> {
  const { operatorTexts } = env();
  const own =
    operatorTexts && (await readFile(join(operatorTexts, locale, `${page}.md`), "utf8").catch(() => null));
  const markdown = own ?? (await readFile(join(DEFAULTS, locale, `${page}.md`), "utf8"));
  return renderText(markdown, { ...env().operator, contact: contactAddress() });
}

type Known = { name?: string; address?: string; contact: string | null };

/** Markdown as HTML: what is known of the operator is filled in, the rest marked, and `2.1` begins an anchor. */
export function renderText(markdown: string, known: Known): OperatorText {
  const values: Record<string, string | null | undefined> = known;
  const filled = markdown.replace(MISSING, (whole, name: string) => values[name] ?? whole);
  const missing = [...filled.matchAll(MISSING)].map(([, what = ""]) => what);
  const html = markdownIt
    .render(filled)
    .replace(MISSING, (_, what: string) => `<mark>${what}</mark>`)
    .replace(/<(p|h2)>(\d+(?:\.\d+)?) /g, '<$1 id="$2">$2 ');
  return { html, title: /^# (.+)$/m.exec(filled)?.[1] ?? "", missing };
}

/** HTML in a text is shown as text, and links lead to web pages and mail only. */
const markdownIt = new MarkdownIt({ html: false, linkify: false, typographer: false });

/** What no operator has filled in, by `<language>/<page>`. */
export async function unfilledTexts(): Promise<{ text: string; missing: number }[]> {
  const all = LOCALES.flatMap((locale) =>
    TEXT_PAGES.map(async (page) => ({
      text: `${locale}/${page}.md`,
      missing: (await operatorText(page, locale)).missing.length,
    })),
  );
  return (await Promise.all(all)).filter(({ missing }) => missing > 0);
}
