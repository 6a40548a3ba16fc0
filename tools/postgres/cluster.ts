import { spawnSync } from "node:child_process";
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LaunchProblem } from "../launcher/problem";
import type { Account } from "./account";
import { type Binaries, POSTGRES_ENV } from "./binaries";

export const ROLE = "steuntje";

type Cluster = { home: string; binaries: Binaries; account: Account; password: string };

/**
 * The database files in `home`, created on the first start under a temporary name, so that an interrupted start leaves
 * no incomplete database.
 * @throws LaunchProblem when they cannot be created or belong to another PostgreSQL version
 */
export function openCluster({ home, binaries, account, password }: Cluster): string {
  const cluster = join(home, "data");
  if (!existsSync(cluster)) create(cluster, { home, binaries, account, password });
  const version = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();
  if (version !== binaries.major) {
    throw new LaunchProblem(
      `${cluster} was made by PostgreSQL ${version}, this is ${binaries.major}: dump it with the older version first.`,
    );
  }
  return cluster;
}

/** Renames the database of a deleted data directory; nothing is deleted. Returns its new path, null without one. */
export function setAside(home: string): string | null {
  const cluster = join(home, "data");
  if (!existsSync(cluster)) return null;
  const aside = `${cluster}.before-${new Date().toISOString().replaceAll(":", "")}`;
  renameSync(cluster, aside);
  return aside;
}

function create(cluster: string, { home, binaries, account, password }: Cluster): void {
  const draft = `${cluster}.draft`;
  const passwordFile = join(home, "password");
  rmSync(draft, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, password, { mode: 0o600, flag: "wx" });
  if (account) chownSync(passwordFile, account.uid, account.gid);
  const { status, stderr } = spawnSync(
    binaries.initdb,
    [
      `--pgdata=${draft}`,
      `--username=${ROLE}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
    ],
    { ...account, cwd: home, encoding: "utf8", env: POSTGRES_ENV as NodeJS.ProcessEnv },
  );
  rmSync(passwordFile, { force: true });
  if (status !== 0)
    throw new LaunchProblem(`PostgreSQL could not make its files in ${home}: ${stderr.trim()}`);
  renameSync(draft, cluster);
}
