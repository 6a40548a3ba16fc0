import type { Locale } from "@/lib/ground/i18n/languages";

const NO_BREAK = "\u00a0";
const NARROW_NO_BREAK = "\u202f";
const SPACE = `[ ${NO_BREAK}${NARROW_NO_BREAK}]`;

/** What is written wrong in a text, and what takes its place: null where only a person can say. */
type Rule = { name: string; wrong: RegExp; right: string | null };

const EVERYWHERE: Rule[] = [
  { name: "an ellipsis is one character", wrong: /\.{3}/g, right: "…" },
  { name: "an apostrophe is ’", wrong: /'/g, right: "’" },
  { name: "a plan’s name has a capital", wrong: /\b(?:gold|diamond)\b(?!\s*\{)/g, right: null },
];

const RULES: Record<Locale, Rule[]> = {
  en: [spaceBefore("", "[:;!?…%]", "no space before : ; ! ? … %"), quotationMarks("“”", '"„‟«»‹›‘‚')],
  nl: [spaceBefore("", "[:;!?…%]", "no space before : ; ! ? … %"), quotationMarks("‘’", '"“”„‟«»‹›‚')],
  de: [
    spaceBefore("", "[:;!?]", "no space before : ; ! ?"),
    spaceBefore(NO_BREAK, "[…%]", "a no-break space before … and %"),
    quotationMarks("„“", '"”‟«»‹›‘‚'),
  ],
  fr: [
    spaceBefore("", "…", "no space before …"),
    spaceBefore(NO_BREAK, "(?:[»%]|:(?=[\\s<{}]|$))", "a no-break space before : » %"),
    spaceBefore(NARROW_NO_BREAK, "[;!?](?!\\w)", "a narrow no-break space before ; ! ?"),
    {
      name: "a no-break space after «",
      wrong: new RegExp(`(?<=«)(?!${NO_BREAK}(?!${SPACE}))${SPACE}*`, "g"),
      right: NO_BREAK,
    },
    quotationMarks("«»", '"“”„‟‹›‘‚'),
  ],
  es: [
    spaceBefore("", "[:;!?…»]", "no space before : ; ! ? … »"),
    spaceBefore(NO_BREAK, "%", "a no-break space before %"),
    quotationMarks("«»", '"“”„‟‹›‘‚'),
  ],
};

const rulesOf = (locale: Locale) => [...EVERYWHERE, ...RULES[locale]];

/** What is wrong in the signs and spaces of a catalogue's text, one sentence each. */
export function typographicMistakes(text: string, locale: Locale): string[] {
  return rulesOf(locale)
    .filter(({ wrong }) => text.search(wrong) >= 0)
    .map(({ name }) => name);
}

/** The text with every mistake mended that has one right form. */
export function mendTypography(text: string, locale: Locale): string {
  return rulesOf(locale).reduce(
    (mended, { wrong, right }) => (right === null ? mended : mended.replace(wrong, right)),
    text,
  );
}

/** Before a sign comes this space, or none, and nothing else. */
function spaceBefore(space: string, sign: string, name: string): Rule {
  const wrong =
    space === "" ? `(?<=\\S)${SPACE}+(?=${sign})` : `(?<!${SPACE})(?!${space}${sign})${SPACE}*(?=${sign})`;
  return { name, wrong: new RegExp(wrong, "g"), right: space };
}

/** Only a language's own marks, and each opening one with a closing one. A Dutch closing mark may be an apostrophe. */
function quotationMarks(own: string, others: string): Rule {
  const [open, close] = own;
  const closing = close === "’" ? "" : `|^[^${open}]*${close}|${close}[^${open}]*${close}`;
  return {
    name: `quotation marks are ${open}…${close}, in pairs`,
    wrong: new RegExp(`[${others}]|${open}[^${close}]*(?:${open}|$)${closing}`),
    right: null,
  };
}
