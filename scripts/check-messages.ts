import { readFileSync } from "node:fs";
import { MAIL_KIND_NAMES } from "@/lib/ground/mail-kinds";
import { LOCALES } from "@/lib/ground/vocabulary";
import { conclude, sourceFiles } from "./source-files";

/**
 * Compares the five catalogues with each other and with the code: the same keys, the same placeholders, nothing
 * empty or untranslated, every key that the code names present, every key that is present named by the code, and no
 * text a person reads outside the catalogues.
 */
type Catalogue = { [key: string]: string | Catalogue };

/** The brand's tagline stays Dutch in every language (D2). */
const EVERYWHERE_DUTCH = new Set(["auth.tagline"]);

const problems: string[] = [];
const catalogues = new Map(LOCALES.map((locale) => [locale, flatten(readCatalogue(locale))]));
const english = catalogues.get("en") ?? new Map<string, string>();

for (const [locale, messages] of catalogues) {
  for (const [key, text] of english) {
    const other = messages.get(key);
    if (other === undefined) problems.push(`${locale} lacks ${key}`);
    else if (other.trim() === "") problems.push(`${locale} has nothing for ${key}`);
    else if (placeholders(other) !== placeholders(text))
      problems.push(`${locale}: ${key} has other placeholders than en`);
  }
  for (const key of messages.keys())
    if (!english.has(key)) problems.push(`${locale} has ${key}, en does not`);
}

const { literal, prefixes } = usedKeys();
for (const key of literal) {
  if (!english.has(key) && ![...english.keys()].some((each) => each.startsWith(`${key}.`))) {
    problems.push(`${key} is used but stands in no catalogue`);
  }
}
for (const key of english.keys()) {
  if (!literal.has(key) && ![...prefixes].some((prefix) => key.startsWith(prefix)))
    problems.push(`${key} is never used`);
}

for (const [locale, messages] of catalogues) {
  if (locale === "en") continue;
  for (const [key, text] of messages) {
    if (!EVERYWHERE_DUTCH.has(key) && text === english.get(key) && wordsOf(text) > 2)
      problems.push(`${locale}: ${key} is not translated`);
  }
}
problems.push(...literalTexts());

conclude(
  problems,
  `messages: ${english.size} keys in ${LOCALES.length} languages, ${problems.length} problems`,
);

/** How many words a message has beside its placeholders and tags. */
function wordsOf(text: string): number {
  return text.replace(/\{[^}]*\}|<[^>]*>/g, " ").match(/\p{L}{2,}/gu)?.length ?? 0;
}

/** Texts a person would read that are in a component instead of the catalogues. */
function literalTexts(): string[] {
  const between = /(?<![=\s])>(?!\s*[&:])\s*([^<>{}=();]*\p{L}{2,}[^<>{}=();]*?)\s*(?:<\/|<[A-Za-z]|\{)/gu;
  const attribute = /\b(?:aria-label|title|placeholder|alt)="([^"]*\p{L}{2,}[^"]*)"/gu;
  return sourceFiles(/^(app|components)\/.*(?<!\.test)\.tsx$/).flatMap((file) => {
    const text = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
    const found = [...text.matchAll(between), ...text.matchAll(attribute)].map((match) => match[1] ?? "");
    return found.map((literal) => `${file} has the text "${literal.trim()}" that stands in no catalogue`);
  });
}

function readCatalogue(locale: string): Catalogue {
  return JSON.parse(readFileSync(`messages/${locale}.json`, "utf8")) as Catalogue;
}

function flatten(catalogue: Catalogue, path = ""): Map<string, string> {
  return new Map(
    Object.entries(catalogue).flatMap(([key, value]) =>
      typeof value === "string" ? [[path + key, value] as const] : [...flatten(value, `${path}${key}.`)],
    ),
  );
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
 * The keys the code names. A translator's variable is bound to its namespace: `t("a.b")` names a key and must exist;
 * any other text of the file that is a key of its namespaces counts as named (in lib/delivery, of `mail`; in
 * lib/statement, a whole key); `t(`a.${x}`)` names all that begin so, and `t(x)` all of the namespace. `titled` has a
 * whole key.
 */
function usedKeys(): { literal: Set<string>; prefixes: Set<string> } {
  // The texts that a kind of message has by default.
  const own = MAIL_KIND_NAMES.flatMap((kind) =>
    ["subject", "preview", "title"].map((part) => `mail.${kind}.${part}`),
  );
  const literal = new Set(own.filter((key) => english.has(key)));
  const prefixes = new Set<string>();
  for (const file of sourceFiles(/^(app|components|lib|scripts\/admin)\/.*\.tsx?$/)) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const text = readFileSync(file, "utf8");
    const named = [...text.matchAll(/["'`]([A-Za-z][\w.]*)["'`]/g)].map((match) => match[1] ?? "");
    const begun = [...text.matchAll(/`([A-Za-z][\w.]*\.)\$\{/g)].map((match) => match[1] ?? "");
    for (const [, title] of text.matchAll(/\btitled\(["']([\w.]+)["']/g)) if (title) literal.add(title);
    const translators = translatorsIn(text);
    if (file.startsWith("lib/delivery/")) translators.push({ variable: null, namespace: "mail" });
    if (file.startsWith("lib/statement/")) translators.push({ variable: null, namespace: "" });
    for (const { variable, namespace } of translators) {
      const path = namespace && `${namespace}.`;
      for (const key of named) if (english.has(path + key)) literal.add(path + key);
      for (const start of begun) if (hasChildren(path + start.slice(0, -1))) prefixes.add(path + start);
      if (!variable) continue;
      const call = `\\b${variable}(?:\\.(?:rich|markup|raw|has))?\\(\\s*`;
      for (const match of text.matchAll(new RegExp(`${call}["']([\\w.]+)["']`, "g"))) {
        if (countOf(text, variable) === 1) literal.add(path + (match[1] ?? ""));
      }
      if (new RegExp(`${call}(?:[A-Za-z_]|\`\\$\\{)`).test(text)) prefixes.add(path);
    }
  }
  return { literal, prefixes };
}

/** `const t = useTranslations("ns")`, or a translator that is passed on without a variable of its own. */
function translatorsIn(text: string): { variable: string | null; namespace: string }[] {
  const calls = text.matchAll(
    /(?:const (\w+) =\s+(?:await )?)?(?:useTranslations|getTranslations|createTranslator|Translator)(?:<["']([\w.]+)["']>)?(?:\(([^)]*)\))?/g,
  );
  return [...calls].flatMap(({ 0: call, 1: variable, 2: typed, 3: given, index }) => {
    const namespace =
      typed ??
      /namespace:\s*["']([\w.]+)["']/.exec(given ?? "")?.[1] ??
      /^\s*["']([\w.]+)["']/.exec(given ?? "")?.[1];
    const bound = variable ?? (call.startsWith("getTranslations") ? destructured(text, index) : null);
    return namespace === undefined ? [] : [{ variable: bound, namespace }];
  });
}

/** The variable that `const [a, t] = await Promise.all([…, getTranslations("ns")])` binds the call at `index` to. */
function destructured(text: string, index: number): string | null {
  const all = [...text.slice(0, index).matchAll(/const \[([^=]*?)\] = await Promise\.all\(\[/g)].at(-1);
  if (!all) return null;
  let [depth, place] = [0, 0];
  for (const sign of text.slice(all.index + all[0].length, index)) {
    if ("([{".includes(sign)) depth += 1;
    if (")]}".includes(sign)) depth -= 1;
    if (sign === "," && depth === 0) place += 1;
    if (depth < 0) return null;
  }
  return depth === 0 ? (namesIn(all[1] ?? "")[place] ?? null) : null;
}

/** The names of an array's pattern; null for one that is a pattern itself. */
function namesIn(pattern: string): (string | null)[] {
  const flat = pattern.replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, "{}");
  return flat.split(",").map((name) => /^\w+$/.exec(name.trim())?.[0] ?? null);
}

/** In how many places of a file a variable is bound: more than one is too ambiguous to tell a wrong key. */
function countOf(text: string, variable: string): number {
  const lists = [...text.matchAll(/const \[([^=]*?)\] =/g)].flatMap(([, names]) => namesIn(names ?? ""));
  const alone = [...text.matchAll(new RegExp(`const ${variable} =`, "g"))];
  return alone.length + lists.filter((name) => name === variable).length;
}

function hasChildren(path: string): boolean {
  return [...english.keys()].some((key) => key.startsWith(`${path}.`));
}
