import { existsSync, readFileSync } from "node:fs";
import { conclude } from "./source-files";

/**
 * Compares docs/trust.md with the tests: every property names the files that show it, and a test there names the
 * property.
 */
const ROW = /^\| (\d+) +\|.*\|([^|]*)\|$/;

const rows = readFileSync("docs/trust.md", "utf8")
  .split("\n")
  .flatMap((line) => {
    const [, number, files] = ROW.exec(line) ?? [];
    return number && files !== undefined
      ? [{ number, files: [...files.matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? "") }]
      : [];
  });

if (rows.length === 0) throw new Error("docs/trust.md has no properties");
const problems = rows.flatMap(({ number, files }) => [
  ...(files.length === 0 ? [`trust ${number}: no test is named`] : []),
  ...files.flatMap((file) => complaint(number, file) ?? []),
]);
conclude(problems, `trust: ${rows.length} properties`);

/** A title names one property or several: `trust 8: …`, `trust 6, 7: …`. */
function complaint(number: string, file: string): string | null {
  if (!existsSync(file)) return `trust ${number}: ${file} is not there`;
  const named = new RegExp(`trust (\\d+, )*${number}\\b`).test(readFileSync(file, "utf8"));
  return named ? null : `trust ${number}: no test in ${file} names it`;
}
