import { readFileSync } from "node:fs";
import { conclude, sourceFiles } from "./source-files";

/** Comments and Markdown have lines of at most so many characters. */
const LONGEST = 120;
/** Kept as they were copied, or read as pages. */
const NOT_OURS = /^(docs\/spec|texts)\//;
const COMMENT = { code: /^\s*(\/\/|\/\*|\*)|\s\/\/ /, sql: /^\s*--|\s-- / };

type Line = { number: number; text: string };

const files = sourceFiles(/\.(tsx?|mjs|sql|css|md)$/).filter((file) => !NOT_OURS.test(file));
const problems = files.flatMap((file) =>
  proseOf(file)
    .filter(({ text }) => [...text].length > LONGEST)
    .map(({ number, text }) => `${file}:${number} has ${[...text].length} characters`),
);
conclude(problems, `prose: ${files.length} files`);

function proseOf(file: string): Line[] {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .map((text, index) => ({ number: index + 1, text }));
  if (file.endsWith(".md")) return sentences(lines);
  const comment = file.endsWith(".sql") ? COMMENT.sql : COMMENT.code;
  return lines.filter(({ text }) => comment.test(text));
}

/** The lines of a Markdown file but tables, blocks of code and lines that a link's address makes long. */
function sentences(lines: Line[]): Line[] {
  let isCode = false;
  return lines.filter(({ text }) => {
    const isFence = /^\s*(```|~~~)/.test(text);
    if (isFence) isCode = !isCode;
    return !isFence && !isCode && !/^\s*\|/.test(text) && !/\]\(|https?:\/\//.test(text);
  });
}
