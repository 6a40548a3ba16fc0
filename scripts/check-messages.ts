import { MAIL_KIND_NAMES } from "@/lib/ground/mail-kinds";
import { LOCALES } from "@/lib/ground/vocabulary";
import { codeOf, conclude, sourceFiles, textsOf } from "./source-files";

/**
 * Compares the five catalogues with each other and with the code: the same keys, the same placeholders, nothing
 * empty or untranslated, every key named by the code, and no text a person reads outside the catalogues. The compiler
 * finds keys that no catalogue has (global.d.ts).
 */

/** The brand's tagline stays Dutch in every language (D2). */
const EVERYWHERE_DUTCH = new Set(["auth.tagline"]);

const english = textsOf("en");
const problems = [...LOCALES.flatMap(differences), ...unusedKeys(), ...literalTexts()];
conclude(problems, `messages: ${english.size} keys in ${LOCALES.length} languages`);

function differences(locale: (typeof LOCALES)[number]): string[] {
  const messages = textsOf(locale);
  const extra = [...messages.keys()].filter((key) => !english.has(key));
  return [
    ...extra.map((key) => `${locale} has ${key}, en does not`),
    ...[...english].flatMap(([key, text]) => {
      const other = messages.get(key);
      if (other === undefined) return [`${locale} lacks ${key}`];
      if (other.trim() === "") return [`${locale} has nothing for ${key}`];
      if (placeholders(other) !== placeholders(text))
        return [`${locale}: ${key} has other placeholders than en`];
      const isSame = locale !== "en" && other === text && wordsOf(text) > 2;
      return isSame && !EVERYWHERE_DUTCH.has(key) ? [`${locale}: ${key} is not translated`] : [];
    }),
  ];
}

/** How many words a message has beside its placeholders and tags. */
function wordsOf(text: string): number {
  return text.replace(/\{[^}]*\}|<[^>]*>/g, " ").match(/\p{L}{2,}/gu)?.length ?? 0;
}

/** Texts a person would read that are in a component instead of the catalogues. */
function literalTexts(): string[] {
  const between = /(?<![=\s])>(?!\s*[&:])\s*([^<>{}=();]*\p{L}{2,}[^<>{}=();]*?)\s*(?:<\/|<[A-Za-z]|\{)/gu;
  const attribute = /\b(?:aria-label|title|placeholder|alt)="([^"]*\p{L}{2,}[^"]*)"/gu;
  return sourceFiles(/^(app|components)\/.*(?<!\.test)\.tsx$/).flatMap((file) => {
    const text = codeOf(file);
    const found = [...text.matchAll(between), ...text.matchAll(attribute)].map((match) => match[1] ?? "");
    return found.map((literal) => `${file} has the text "${literal.trim()}" that stands in no catalogue`);
  });
}

/** The names and kinds of a message's arguments, and its tags. */
function placeholders(text: string): string {
  const names = [...text.matchAll(/\{\s*(\w+)\s*(?:,\s*(\w+))?/g)]
    .filter((match) => match[2] !== undefined || text[(match.index ?? 0) + match[0].length] === "}")
    .map(([, name, kind]) => `${name}:${kind ?? ""}`);
  const tags = [...text.matchAll(/<(\w+)>/g)].map(([, tag]) => `<${tag}>`);
  return [...new Set([...names, ...tags])].sort().join(" ");
}

/**
 * The keys that the code does not name. A text of a file that is a key, or one of a namespace that the file has a
 * translator of, counts as named (in lib/delivery, of `mail`); `t(`a.${x}`)` names all that begin so, and `t(x)` all
 * of the namespace.
 */
function unusedKeys(): string[] {
  // The texts that a kind of message has by default.
  const named = new Set(
    MAIL_KIND_NAMES.flatMap((kind) => ["subject", "preview", "title"].map((part) => `mail.${kind}.${part}`)),
  );
  const begun = new Set<string>();
  for (const file of sourceFiles(/^(app|components|lib|scripts\/admin)\/.*(?<!\.test)\.tsx?$/)) {
    const text = codeOf(file);
    const names = [...text.matchAll(/["'`]([A-Za-z][\w.]*)["'`]/g)].map(([, name]) => name);
    const beginnings = [...text.matchAll(/`([A-Za-z][\w.]*\.)\$\{/g)].map(([, beginning]) => beginning);
    for (const { variables, path } of translatorsIn(file, text)) {
      for (const name of names) named.add(`${path}${name}`);
      for (const beginning of beginnings) begun.add(`${path}${beginning}`);
      const call = `\\b(?:${variables.join("|")})(?:\\.(?:rich|markup|raw|has))?\\(\\s*(?:[A-Za-z_]|\`\\$\\{)`;
      if (variables.length > 0 && new RegExp(call).test(text)) begun.add(path);
    }
  }
  return [...english.keys()]
    .filter((key) => !named.has(key) && ![...begun].some((beginning) => key.startsWith(beginning)))
    .map((key) => `${key} is never used`);
}

/**
 * The paths of the keys that a file's translators have, and the variables of each: `const t = useTranslations("ns")`;
 * for one without a variable of its own, as in `const [a, t] = await Promise.all(…)`, all variables of such lists.
 */
function translatorsIn(file: string, text: string): { variables: string[]; path: string }[] {
  const calls = text.matchAll(
    /(?:const (\w+) =\s+(?:await )?)?(?:useTranslations|getTranslations|createTranslator|Translator)(?:<["']([\w.]+)["']>)?(?:\(([^)]*)\))?/g,
  );
  const lists = [...text.matchAll(/const \[([^=]*?)\] =/g)].flatMap(
    ([, list = ""]) => list.match(/\w+/g) ?? [],
  );
  const translators = [...calls].flatMap(([, variable, typed, given = ""]) => {
    const namespace = typed ?? /(?:namespace:|^)\s*["']([\w.]+)["']/.exec(given)?.[1];
    return namespace ? [{ variables: variable ? [variable] : lists, path: `${namespace}.` }] : [];
  });
  const whole = { variables: [], path: "" };
  return [
    ...translators,
    whole,
    ...(file.startsWith("lib/delivery/") ? [{ variables: [], path: "mail." }] : []),
  ];
}
