import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Ends a check: says what is wrong, sums up, and fails if anything is. */
export function conclude(problems: readonly string[], summary: string): never {
  for (const problem of problems) console.error(problem);
  console.log(summary);
  process.exit(problems.length > 0 ? 1 : 0);
}

/** The project's own files, tracked or new, that fit a pattern. */
export function sourceFiles(pattern: RegExp): string[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  return listed.split("\n").filter((file) => pattern.test(file) && existsSync(file));
}
