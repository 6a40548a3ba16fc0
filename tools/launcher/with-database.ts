import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { startEmbedded } from "../postgres/embedded";
import { lockDataDir } from "./lock";
import { LaunchProblem } from "./problem";
import { openDataDir, openSecrets } from "./secrets";

/**
 * Runs a function on the configured database, or on the embedded one, which runs meanwhile. With `existing`, an
 * embedded database is not created.
 * @throws LaunchProblem
 */
export async function withDatabase(
  run: (url: string) => Promise<void>,
  { existing = false }: { existing?: boolean } = {},
): Promise<void> {
  const configured = process.env.DATABASE_URL?.trim();
  if (configured) {
    // The configuration requires a secret, but scripts create no sessions, so the value does not matter.
    process.env.AUTH_SECRET ||= randomUUID();
    return run(configured);
  }
  const dataDir = resolve(process.env.DATA_DIR?.trim() || ".data");
  if (existing && !existsSync(join(dataDir, "secrets.json"))) {
    throw new LaunchProblem(`There is no database in ${dataDir}: set DATABASE_URL, or DATA_DIR.`);
  }
  openDataDir(dataDir);
  const release = await lockDataDir(dataDir);
  const { secrets, fresh } = openSecrets(dataDir);
  const { child, url } = await startEmbedded({ dataDir, password: secrets.databasePassword, fresh });
  process.env.DATABASE_URL = url;
  process.env.AUTH_SECRET ||= secrets.authSecret;
  try {
    await run(url);
  } finally {
    await child.stop();
    release();
  }
}
