import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isHeld } from "./lock";

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

/**
 * Gives this process the environment of the application that runs on DATA_DIR, unless another database than its own is configured, or the
 * application died and left its note behind.
 */
export function joinRunning(): void {
  const dataDir = resolve(process.env.DATA_DIR || ".data");
  const note = isHeld(dataDir) ? readNote(dataDir) : null;
  const configured = process.env.DATABASE_URL?.trim();
  if (note && (!configured || configured === note.DATABASE_URL)) Object.assign(process.env, note);
}

function readNote(dataDir: string): Running | null {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), "utf8")) as Running;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return null;
  }
}
