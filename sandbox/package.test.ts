import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL(".", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};
/** The test files and their support; all else is what `npm run up` starts. */
const TESTS = /\.test\.ts$|^support\.ts$/;

it("imports its own files and the packages that it lists, nothing of the application", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) =>
    /^(?!node_modules).*\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap((file) => foreignImports(file).map((name) => `${file}: ${name}`))).toEqual([]);
});

function foreignImports(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  const imports = [...text.matchAll(/^(?:import|export)\s+(type\s)?[^;"']*?from\s+"([^"]+)"/gm)];
  return imports.flatMap(([, type, name = ""]) => (isAllowed(file, name, Boolean(type)) ? [] : [name]));
}

function isAllowed(file: string, name: string, typeOnly: boolean): boolean {
  if (name.startsWith(".")) return !relative(root, join(root, dirname(file), name)).startsWith("..");
  if (name.startsWith("node:")) return true;
  const listed = {
    ...manifest.dependencies,
    ...((typeOnly || TESTS.test(file)) && manifest.devDependencies),
  };
  return Object.keys(listed).some((each) => name === each || name.startsWith(`${each}/`));
}
