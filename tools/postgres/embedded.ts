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
  /** Locked by the caller. */
  dataDir: string;
  password: string;
  /** The password is new: an existing database belongs to a data directory that was deleted. */
  fresh?: boolean;
  durable?: boolean;
  /** The first port to try. */
  wantedPort?: number;
  /** The folder of the platform's npm package, for tests. */
  packageDir?: string;
};

export type Embedded = { child: Child; url: string; home: string; setAside: string | null };

/**
 * Starts the embedded PostgreSQL of a data directory, also after a crash, and creates the product's database on the
 * first start.
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
  const found = { binaries, account, cluster, password, logFile };
  const { child, port } = await startServer({ ...found, durable, wantedPort });
  const server = `postgres://${ROLE}:${encodeURIComponent(password)}@127.0.0.1:${port}`;
  await ensureDatabase(`${server}/postgres`, ROLE);
  return { child, url: `${server}/${ROLE}`, home, setAside: aside };
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
