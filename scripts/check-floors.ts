import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { secondDoors } from "./second-doors";
import { sourceFiles } from "./source-files";

/**
 * Holds every import against the floors of docs/architecture.md: imports go down only, the browser's components see of
 * the domain only types, schemas and rules, providers know nothing of the database, and Drizzle stays in db/ and the
 * stores. Pictures, texts and addresses from outside have one door each (trust.md 40).
 */
const FLOORS: [name: string, height: number, pattern: RegExp][] = [
  [
    "doors",
    4,
    /^(app\/api\/|lib\/web\/|lib\/server\/|lib\/share-image\/|lib\/actions\/|middleware\.ts|instrumentation\.ts|app\/.*\/route\.ts$)/,
  ],
  ["UI", 5, /^(app|components)\//],
  ["domain", 3, /^lib\/domain\//],
  ["outside", 2, /^(db|lib\/providers)\//],
  ["ground", 1, /^lib\/ground\//],
];
/** SQL is in stores, which are private to their module, and in the guards and columns that modules share. */
const STORE = /(^|[/-])(store|guards|columns)\.ts$/;
const SHARED_WITH_BROWSER = /\/(types|schema|rules)(\.ts)?$/;
const DRIZZLE = /^(drizzle-orm|postgres)(\/|$)/;

type Import = { from: string; to: string; typeOnly: boolean };

const files = sourceFiles(/^(app|components|lib|db)\/.*\.tsx?$|^(middleware|instrumentation)\.ts$/).filter(
  (file) => !/\.test\.tsx?$/.test(file),
);
const problems = [
  ...files.flatMap(importsOf).flatMap((each) => complaint(each) ?? []),
  ...files.flatMap((file) => secondDoors(file, readFileSync(file, "utf8"))),
];

for (const problem of problems) console.error(problem);
console.log(`import floors: ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);

function importsOf(file: string): Import[] {
  const text = readFileSync(file, "utf8");
  const found: Import[] = [];
  for (const match of text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^;"']*?from\s+["']([^"']+)["']/g,
  )) {
    found.push({ from: file, to: resolve(file, match[2] ?? ""), typeOnly: Boolean(match[1]) });
  }
  for (const match of text.matchAll(
    /(?:^|\n)\s*import\s+["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/g,
  )) {
    found.push({ from: file, to: resolve(file, match[1] ?? match[2] ?? ""), typeOnly: false });
  }
  return found;
}

/** A path inside the project, or the package as it is named. */
function resolve(file: string, specifier: string): string {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  if (specifier.startsWith(".")) return relative(".", join(dirname(file), specifier));
  return specifier;
}

function floorOf(path: string): { name: string; height: number } | null {
  const withExtension = /\.\w+$/.test(path) ? path : `${path}.ts`;
  const [name, height] =
    FLOORS.find(([, , pattern]) => pattern.test(withExtension) || pattern.test(`${path}/`)) ?? [];
  return name && height ? { name, height } : null;
}

function complaint({ from, to, typeOnly }: Import): string | null {
  if (DRIZZLE.test(to) && !/^db\//.test(from) && !STORE.test(from)) {
    return `${from}: ${to} belongs in db/, stores, guards and columns only`;
  }
  const lower = floorOf(from);
  const upper = floorOf(to);
  if (!lower || !upper) return null;
  if (upper.height > lower.height) return `${from} (${lower.name}) must not import ${to} (${upper.name})`;
  if (from.startsWith("lib/providers/") && to.startsWith("db/"))
    return `${from}: providers know nothing of the database`;
  if (from.startsWith("db/") && to.startsWith("lib/providers/"))
    return `${from}: the database knows nothing of providers`;
  if (from.startsWith("components/") && to.startsWith("lib/domain/") && !SHARED_WITH_BROWSER.test(to)) {
    return `${from}: components see only types, schemas and rules of the domain, not ${to}`;
  }
  if (from.startsWith("components/") && upper.name === "outside" && !typeOnly)
    return `${from}: components must not import ${to}`;
  return null;
}
