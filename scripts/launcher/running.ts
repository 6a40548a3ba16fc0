import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** What scripts need to work beside a running application whose parts were started here. */
const SHARED = [
  "DATABASE_URL",
  "AUTH_SECRET",
  "PORT",
  "PAYMENTS",
  "STRIPE_API_BASE",
  "STRIPE_SECRET_KEY",
  "STRIPE_PUBLISHABLE_KEY",
  "STRIPE_WEBHOOK_SECRET",
];

type Running = Record<string, string | undefined>;

const fileOf = (dataDir: string) => join(dataDir, "running.json");

/** Notes what runs; answers what takes the note back. */
export function noteRunning(dataDir: string, env: Running): () => void {
  const file = fileOf(dataDir);
  const note = Object.fromEntries(SHARED.map((name) => [name, env[name]]));
  writeFileSync(file, JSON.stringify(note), { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/** Gives this process the environment of the application that runs on DATA_DIR, unless a database is configured. */
export function joinRunning(): void {
  if (process.env.DATABASE_URL) return;
  try {
    const file = fileOf(resolve(process.env.DATA_DIR || ".data"));
    Object.assign(process.env, JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
