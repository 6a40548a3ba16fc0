import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Compares what is installed with docs/dependencies.md: exact versions, only from the registry, hashes, no unreviewed
 * install script, permitted licences, and a reason for each package in package.json.
 */
type Manifest = {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
};
type Locked = {
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  hasInstallScript?: boolean;
};

const DOCUMENT = "docs/dependencies.md";
/** The processors of servers. */
const SERVED_ON = new Set(["x64", "arm64"]);
/**
 * Permissive, or their own text asks for no more than a notice where they are used as they come
 * (docs/dependencies.md).
 */
const LICENCES = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-4.0",
  "CC0-1.0",
  "ISC",
  "LGPL-3.0-or-later",
  "MIT",
  "MPL-2.0",
  "OFL-1.1",
  "Unlicense",
]);
/** Their package names no licence by its identifier; what their licence file says was read. */
const READ_BY_HAND: Record<string, string> = { "@paypal/checkout-server-sdk@1.0.3": "Apache-2.0" };

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, Locked>;
};
const locked = Object.entries(packages).filter(([path]) => path !== "");
const asked = { ...manifest.dependencies, ...manifest.devDependencies };
const problems = [
  ...Object.entries(asked).flatMap(([name, version]) =>
    /^(npm:[@\w/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)
      ? []
      : [`package.json: ${name} ${version} is not one exact version`],
  ),
  ...locked.flatMap(([path, entry]) => complaints(path, entry)),
  ...undocumented(),
];

for (const problem of problems) console.error(problem);
console.log(`dependencies: ${locked.length} packages, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);

function complaints(path: string, entry: Locked): string[] {
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const found: string[] = [];
  // Packages of the registry are written down without an address (.npmrc): it is the one of whoever installs.
  if (entry.link || entry.resolved) found.push(`${path} does not come from the registry: ${entry.resolved}`);
  if (!entry.integrity && !isForAnotherSystem(entry)) found.push(`${path} has no hash in package-lock.json`);
  if (entry.hasInstallScript && !(name in manifest.allowScripts)) {
    found.push(`${path} runs a script when it is installed: read it, then decide in allowScripts`);
  }
  if (!entry.dev && !isAllowed(licenceOf(path, name, entry))) {
    found.push(`${path} has the licence ${licenceOf(path, name, entry)}: not among those of ${DOCUMENT}`);
  }
  return found;
}

/** A program for a system that the product is at most developed on: whoever first installs there adds its hash. */
function isForAnotherSystem({ optional, dev, os, cpu }: Locked): boolean {
  if (optional !== true || cpu === undefined) return false;
  const served = os?.includes("linux") && cpu.some((each) => SERVED_ON.has(each));
  return !served || dev === true;
}

/** As the installed package says itself; as the lockfile does where it is not installed here. */
function licenceOf(path: string, name: string, { license, version }: Locked): string {
  const file = join(path, "package.json");
  const installed = existsSync(file)
    ? (JSON.parse(readFileSync(file, "utf8")) as { license?: unknown }).license
    : license;
  return READ_BY_HAND[`${name}@${version}`] ?? (typeof installed === "string" ? installed : "none");
}

/** `A AND B` needs both, `A OR B` one. */
function isAllowed(licence: string): boolean {
  const plain = licence.replace(/[()]/g, "");
  return plain
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((each) => LICENCES.has(each.trim())));
}

function undocumented(): string[] {
  const documented = new Set(
    [...readFileSync(DOCUMENT, "utf8").matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell]) =>
      [...(cell ?? "").matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ""),
    ),
  );
  return [
    ...Object.keys(asked)
      .filter((name) => !documented.has(name))
      .map((name) => `${DOCUMENT} gives no reason for ${name}`),
    ...[...documented]
      .filter((name) => !(name in asked))
      .map((name) => `${DOCUMENT} has ${name}, package.json does not`),
  ];
}
