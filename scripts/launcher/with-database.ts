import { resolve } from "node:path";
import { startEmbedded } from "../postgres/embedded";
import { lockDataDir } from "./lock";
import { openDataDir, openSecrets } from "./secrets";

/**
 * Runs something on the configured database, or on the embedded one, which is started for as long as that takes.
 * @throws LaunchProblem
 */
export async function withDatabase(run: (url: string) => Promise<void>): Promise<void> {
  const configured = process.env.DATABASE_URL?.trim();
  if (configured) return run(configured);
  const dataDir = resolve(process.env.DATA_DIR?.trim() || ".data");
  openDataDir(dataDir);
  const release = await lockDataDir(dataDir);
  const { secrets, fresh } = openSecrets(dataDir);
  const { part, url } = await startEmbedded({ dataDir, password: secrets.databasePassword, fresh });
  process.env.DATABASE_URL = url;
  process.env.AUTH_SECRET ||= secrets.authSecret;
  try {
    await run(url);
  } finally {
    await part.stop();
    release();
  }
}
