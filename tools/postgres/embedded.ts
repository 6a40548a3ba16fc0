import { join } from "node:path";
import postgres from "postgres";
import type { Child } from "../launcher/child";
import { postgresAccount } from "./account";
import { findBinaries } from "./binaries";
import { openCluster, ROLE, setAside } from "./cluster";
import { databaseHome } from "./home";
import { stopLeftover } from "./leftovers";
import { startServer } from "./server";

export type EmbeddedOptions = {
  /** Its lock is held by the caller. */
  dataDir: string;
  password: string;
  /** The password is new: a database found there belongs to a data directory that was thrown away. */
  fresh?: boolean;
  durable?: boolean;
  /** The first port to try. */
  wantedPort?: number;
  /** The platform's npm package; for tests. */
  packageDir?: string;
};

export type Embedded = { part: Child; url: string; home: string; setAside: string | null };

/**
 * Starts the embedded PostgreSQL of a data directory, whatever state an earlier run was left in, and makes the product's database on the first
 * start.
 * @throws LaunchProblem
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, password, fresh = false, durable = true, wantedPort = 5432 } = options;
  const account = postgresAccount();
  const binaries = findBinaries(account, options.packageDir);
  const home = databaseHome(dataDir, account);
  await stopLeftover(join(home, "data"));
  const aside = fresh ? setAside(home) : null;
  const cluster = openCluster({ home, binaries, account, password });
  const logFile = join(dataDir, "postgres.log");
  const { part, port } = await startServer({
    binaries,
    account,
    cluster,
    password,
    logFile,
    durable,
    wantedPort,
  });
  const server = `postgres://${ROLE}:${encodeURIComponent(password)}@127.0.0.1:${port}`;
  await ensureDatabase(`${server}/postgres`, ROLE);
  return { part, url: `${server}/${ROLE}`, home, setAside: aside };
}

async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const admin = postgres(adminUrl, { max: 1, onnotice: () => undefined });
  try {
    const found = await admin`select from pg_database where datname = ${name}`;
    if (found.length === 0) await admin.unsafe(`create database ${name}`);
  } finally {
    await admin.end();
  }
}
