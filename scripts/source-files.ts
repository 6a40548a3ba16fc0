import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** The project's own files, tracked or new, that fit a pattern. */
export function sourceFiles(pattern: RegExp): string[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  return listed.split("\n").filter((file) => pattern.test(file) && existsSync(file));
}
