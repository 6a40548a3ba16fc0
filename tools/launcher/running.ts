import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isHeld } from "./lock";

/** What scripts need to work beside a running application as it does: its database, its providers, its calendar. */
const SHARED = [
  "DATABASE_URL",
  "AUTH_SECRET",
  "PORT",
  "APP_NAME",
  "APP_URL",
  "CURRENCY",
  "TIME_ZONE",
  "PAYMENTS",
  "STRIPE_API_BASE",
  "STRIPE_SECRET_KEY",
  "STRIPE_PUBLISHABLE_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "PAYPAL_API_BASE",
  "PAYPAL_CLIENT_ID",
  "PAYPAL_CLIENT_SECRET",
  "PAYPAL_WEBHOOK_ID",
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
