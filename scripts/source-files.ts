import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import type { Locale } from "@/lib/ground/vocabulary";

/** Ends a check: says what is wrong, sums up, and fails if anything is. */
export function conclude(problems: readonly string[], summary: string): never {
  for (const problem of problems) console.error(problem);
  console.log(`${summary}, ${problems.length} problems`);
  process.exit(problems.length > 0 ? 1 : 0);
}

/** The project's own files, tracked or new, that fit a pattern. */
export function sourceFiles(pattern: RegExp): string[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  return listed.split("\n").filter((file) => pattern.test(file) && existsSync(file));
}

/** The text of a source file without its comments of several lines. */
export function codeOf(file: string): string {
  return readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
}

export const catalogueOf = (locale: Locale) => `messages/${locale}.json`;

/** The texts of a language by their keys. */
export function textsOf(locale: Locale): Map<string, string> {
  return textsIn(JSON.parse(readFileSync(catalogueOf(locale), "utf8")));
}

/** The same of a part of a catalogue, with what its keys begin with. */
export function textsIn(catalogue: object, path = ""): Map<string, string> {
  return new Map(
    Object.entries(catalogue).flatMap(([key, value]) =>
      typeof value === "string" ? [[path + key, value] as const] : [...textsIn(value, `${path}${key}.`)],
    ),
  );
}
