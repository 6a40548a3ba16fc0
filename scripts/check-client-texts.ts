import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { codeOf, conclude, sourceFiles, textsOf } from "./source-files";

/**
 * Compares the texts that client components use with those that their page provides: a page sends parts of the
 * catalogue only (`ClientMessages`, `clientTexts`), and where a text is missing people read its key. Follows every name
 * that a page uses, through all files.
 */
type Source = {
  isClient: boolean;
  /** What each name of the file was imported as. */
  imports: Map<string, { file: string; name: string }>;
  /** The text of each declaration. */
  parts: Map<string, string>;
  /** The catalogue paths that it provides. */
  provided: string[];
};

const FRAME = "components/shared/client-messages.tsx";
const english = textsOf("en");
const sources = new Map<string, Source>();
const problems = new Set<string>();

for (const page of sourceFiles(/^app\/.*\/(page|layout|not-found|error)\.tsx$/)) {
  const provided = [...sourceOf(FRAME).provided, ...layoutsOf(page).flatMap((file) => follow(file).provided)];
  const { used, ...own } = follow(page);
  provided.push(...own.provided);
  for (const [key, file] of used) {
    const isProvided = provided.some((path) => key === path || key.startsWith(`${path}.`));
    const isBegun = key.endsWith(".") && provided.some((path) => path.startsWith(key));
    if (!isProvided && !isBegun) problems.add(`${page} does not provide ${key}, which ${file} says`);
  }
}
conclude([...problems], `client texts: ${sources.size} files followed`);

/** What is said by client components that a file's default export leads to, with where, and what is provided there. */
function follow(entry: string) {
  const used = new Map<string, string>();
  const provided: string[] = [];
  const seen = new Set<string>();
  const visit = (file: string, name: string, below: boolean): void => {
    const source = sourceOf(file);
    const isClient = below || source.isClient;
    const part = source.parts.get(name);
    if (part === undefined || seen.has(`${file} ${name} ${isClient}`)) return;
    seen.add(`${file} ${name} ${isClient}`);
    provided.push(...source.provided);
    if (isClient) for (const key of keysIn(part)) used.set(key, file);
    for (const [, word = ""] of part.matchAll(/\b([A-Za-z_]\w*)\b/g)) {
      const imported = source.imports.get(word);
      if (imported) visit(imported.file, imported.name, isClient);
      else if (word !== name) visit(file, word, isClient);
    }
    // As `lazily` is called, or with `then`.
    for (const [, path = "", named, lazy = named ?? "default"] of part.matchAll(
      /import\("([^"]+)"\)(?:,\s*"(\w+)"|[^;]*?\bmodule\.(\w+))?/g,
    )) {
      const target = resolved(file, path);
      if (target) visit(target, lazy, isClient);
    }
  };
  visit(entry, "default", false);
  return { used, provided };
}

/** The keys that a declaration's translators are asked for; one that ends with a dot is the beginning of several. */
function keysIn(part: string): string[] {
  const translators = [...part.matchAll(/const (\w+) =\s*useTranslations\((?:"([\w.]+)")?\)/g)];
  return translators.flatMap(([, variable = "", namespace]) => {
    const path = namespace === undefined ? "" : `${namespace}.`;
    const calls = part.matchAll(
      new RegExp(`\\b${variable}(?:\\.(?:rich|markup|raw))?\\(([^(){}]*(?:\\$\\{|\\{|\\)|\\())`, "g"),
    );
    return [...calls].flatMap(([, given = ""]) => {
      const said = [...given.matchAll(/"([\w.]+)"/g)]
        .map(([, key]) => `${path}${key}`)
        .filter((key) => english.has(key));
      const begun = [...given.matchAll(/`([\w.]*)\$\{/g)].map(([, start]) => `${path}${start}`);
      return [...said, ...begun.filter((start) => start.endsWith("."))];
    });
  });
}

function sourceOf(file: string): Source {
  const known = sources.get(file);
  if (known) return known;
  const text = codeOf(file);
  const imports: Source["imports"] = new Map();
  for (const [, names = "", path = ""] of text.matchAll(/^import (?!type )([^;]*?) from "([^"]+)";/gm)) {
    const target = resolved(file, path);
    if (!target) continue;
    for (const [, name = "", alias = name] of names.matchAll(/(?<!type )\b(\w+)(?: as (\w+))?/g))
      imports.set(alias, { file: target, name });
  }
  const parts: Source["parts"] = new Map();
  const begin = /^(export )?(default )?(?:async )?(?:function\*?|const|class|let) (\w+)/gm;
  const found = [...text.matchAll(begin)];
  for (const [at, { index, 2: isDefault, 3: name = "" }] of found.entries()) {
    const part = text.slice(index, found[at + 1]?.index);
    parts.set(name, part);
    if (isDefault) parts.set("default", part);
  }
  const provided = /\b(ClientMessages|clientTexts)\b/.test(text)
    ? [...text.matchAll(/"([a-zA-Z][\w.]*)"/g)].map(([, path = ""]) => path).filter(isPath)
    : [];
  const source = { isClient: /^\s*"use client"/.test(text), imports, parts, provided };
  sources.set(file, source);
  return source;
}

/** The file that an import of ours means; null for a package's. */
function resolved(from: string, path: string): string | null {
  const base = path.startsWith("@/")
    ? path.slice(2)
    : path.startsWith(".")
      ? join(dirname(from), path)
      : null;
  if (base === null || !/^(app|components)\//.test(base)) return null;
  return [".tsx", ".ts"].map((ending) => base + ending).find((file) => existsSync(file)) ?? null;
}

function layoutsOf(page: string): string[] {
  const folders = dirname(page).split("/");
  return folders
    .map((_, depth) => join(...folders.slice(0, depth + 1), "layout.tsx"))
    .filter((file) => file !== page && existsSync(file));
}

function isPath(path: string): boolean {
  return english.has(path) || [...english.keys()].some((key) => key.startsWith(`${path}.`));
}
