import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { conclude } from "./source-files";

/**
 * Compares the packages of all workspaces with docs/dependencies.md: one exact version each, from the registry, with a
 * hash, an accepted licence, a documented reason, and no install script without a decision.
 */
type Manifest = {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  workspaces: string[];
  allowScripts: Record<string, boolean>;
  license?: unknown;
};
type Locked = Partial<Record<"version" | "resolved" | "integrity" | "license", string>> &
  Partial<Record<"link" | "dev" | "optional" | "hasInstallScript", boolean>> &
  Partial<Record<"os" | "cpu", string[]>>;

const DOCUMENT = "docs/dependencies.md";
/** The processors of servers. */
const SERVED_ON = new Set(["x64", "arm64"]);
/** Permissive, or they ask for no more than a notice where they are used unchanged (docs/dependencies.md). */
const LICENCES = new Set([
  ...[
    "0BSD",
    "Apache-2.0",
    "BlueOak-1.0.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC-BY-4.0",
    "ISC",
    "MIT",
    "MIT-0",
  ],
  ...["LGPL-3.0-or-later", "MPL-2.0", "OFL-1.1", "Python-2.0", "Unlicense"],
]);
/** Packages without a licence identifier, whose licence file was read. */
const READ_BY_HAND: Record<string, string> = {
  "@paypal/checkout-server-sdk@1.0.3": "Apache-2.0",
  "png-js@2.0.0": "MIT",
};

const read = <T>(file: string) => JSON.parse(readFileSync(file, "utf8")) as T;
const root = read<Manifest>("package.json");
const { packages } = read<{ packages: Record<string, Locked> }>("package-lock.json");
const locked = Object.entries(packages).filter(([path, entry]) => !isWorkspace(path, entry));
const direct = ["", ...root.workspaces].flatMap((folder) => {
  const file = join(folder, "package.json");
  const { dependencies, devDependencies } = read<Manifest>(file);
  return Object.entries({ ...dependencies, ...devDependencies }).map(([name, version]) => ({
    file,
    name,
    version,
  }));
});
const versions = new Map(direct.map(({ name, version }) => [name, version]));
const documented = new Set(
  [...readFileSync(DOCUMENT, "utf8").matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
  ),
);
const EXACT = /^(npm:[@\w/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;

conclude(
  [
    ...direct
      .filter(({ version }) => !EXACT.test(version))
      .map(({ file, name, version }) => `${file}: ${name} ${version} is not one exact version`),
    ...direct
      .filter(({ name, version }) => versions.get(name) !== version)
      .map(({ file, name, version }) => `${file}: ${name} ${version} is ${versions.get(name)} elsewhere`),
    ...locked.flatMap(([path, entry]) => complaints(path, entry)),
    ...[...versions.keys()]
      .filter((name) => !documented.has(name))
      .map((name) => `${DOCUMENT} gives no reason for ${name}`),
    ...[...documented]
      .filter((name) => !versions.has(name))
      .map((name) => `${DOCUMENT} has ${name}, no package.json does`),
  ],
  `dependencies: ${locked.length} packages`,
);

/** The root, a workspace's folder, or npm's link to that folder. */
function isWorkspace(path: string, { link, resolved }: Locked): boolean {
  const folder = link ? (resolved ?? "") : path;
  return folder === "" || root.workspaces.includes(folder);
}

function complaints(path: string, entry: Locked): string[] {
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const found: string[] = [];
  // Packages of the registry have no address in the lockfile (.npmrc), so that any mirror can serve them.
  if (entry.link || entry.resolved) found.push(`${path} does not come from the registry: ${entry.resolved}`);
  if (!entry.integrity && !isForAnotherSystem(entry)) found.push(`${path} has no hash in package-lock.json`);
  if (entry.hasInstallScript && !(name in root.allowScripts)) {
    found.push(`${path} runs a script when it is installed: read it, then decide in allowScripts`);
  }
  if (!entry.dev && !isAllowed(licenceOf(path, name, entry))) {
    found.push(`${path} has the licence ${licenceOf(path, name, entry)}: not among those of ${DOCUMENT}`);
  }
  return found;
}

/** A program for a system that is used for development at most; its hash is added on the first install there. */
function isForAnotherSystem({ optional, dev, os, cpu }: Locked): boolean {
  if (optional !== true || cpu === undefined) return false;
  const served = os?.includes("linux") && cpu.some((each) => SERVED_ON.has(each));
  return !served || dev === true;
}

/** The licence in the installed package, or in the lockfile when it is not installed. */
function licenceOf(path: string, name: string, { license, version }: Locked): string {
  const file = join(path, "package.json");
  const installed = existsSync(file) ? read<Manifest>(file).license : license;
  return READ_BY_HAND[`${name}@${version}`] ?? (typeof installed === "string" ? installed : "none");
}

/** `A AND B` needs both, `A OR B` one. */
function isAllowed(licence: string): boolean {
  const plain = licence.replace(/[()]/g, "");
  return plain
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((each) => LICENCES.has(each.trim())));
}
