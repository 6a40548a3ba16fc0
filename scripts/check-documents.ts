import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { conclude, sourceFiles } from "./source-files";

/**
 * Comments and Markdown have lines of at most 120 characters. Every property of docs/trust.md names the files whose
 * tests show it, and a test there names the property. docs/spec, which comments cite, is the same as the folder that it
 * is copied from, where that is beside the checkout.
 */
const LONGEST = 120;
/** Kept as they were copied, or read as pages. */
const NOT_OURS = /^(docs\/spec|texts)\//;
const COMMENT = { code: /^\s*(\/\/|\/\*|\*)|\s\/\/ /, sql: /^\s*--|\s-- / };
const PROPERTY = /^\| (\d+) +\|.*\|([^|]*)\|$/gm;
const COPIES = "docs/spec";
const SPECIFICATION = "../shared/spec";

const read = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : null);
const files = sourceFiles(/\.(tsx?|mjs|sql|css|md)$/).filter((file) => !NOT_OURS.test(file));
const properties = [...readFileSync("docs/trust.md", "utf8").matchAll(PROPERTY)];
if (properties.length === 0) throw new Error("docs/trust.md has no properties");

conclude(
  [
    ...files.flatMap(longLines),
    ...properties.flatMap(([, number = "", cell = ""]) => unshown(number, cell)),
    ...(existsSync(SPECIFICATION) ? readdirSync(SPECIFICATION) : [])
      .filter((name) => read(join(COPIES, name)) !== read(join(SPECIFICATION, name)))
      .map((name) => `${join(COPIES, name)} differs from ${join(SPECIFICATION, name)}: copy it again`),
  ],
  `documents: the prose of ${files.length} files, ${properties.length} properties`,
);

/** Of Markdown all lines but tables, blocks of code and lines that a link's address makes long. */
function longLines(file: string): string[] {
  let isCode = false;
  const isSentence = (line: string) => {
    const isFence = /^\s*(```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    return !isFence && !isCode && !/^\s*\||\]\(|https?:\/\//.test(line);
  };
  const comment = file.endsWith(".sql") ? COMMENT.sql : COMMENT.code;
  const isProse = file.endsWith(".md") ? isSentence : (line: string) => comment.test(line);
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, index) =>
      isProse(line) && [...line].length > LONGEST
        ? [`${file}:${index + 1} has ${[...line].length} characters`]
        : [],
    );
}

/** A title names one property or several: `trust 8: …`, `trust 6, 7: …`. */
function unshown(number: string, cell: string): string[] {
  const tests = [...cell.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);
  if (tests.length === 0) return [`trust ${number}: no test is named`];
  const title = new RegExp(`trust (\\d+, )*${number}\\b`);
  return tests
    .filter((file) => !title.test(read(file) ?? ""))
    .map((file) => `trust ${number}: no test in ${file} names it`);
}
