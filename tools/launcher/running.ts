import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isLocked } from "./lock";

/** What scripts need to work on a running application: its database, providers, mail and time zone. */
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
  "STRIPE_CONNECT_WEBHOOK_SECRET",
  "STRIPE_ACCOUNT_EVENTS_SECRET",
  "PAYPAL_API_BASE",
  "PAYPAL_CLIENT_ID",
  "PAYPAL_CLIENT_SECRET",
  "PAYPAL_WEBHOOK_ID",
  "SMTP_URL",
  "MAIL_FROM",
  "MAIL_REPORT_SECRET",
];

type Running = Record<string, string | undefined>;

const fileOf = (dataDir: string) => join(dataDir, "running.json");

/** Saves the environment of the running application for scripts. Returns a function that removes it. */
export function saveRunning(dataDir: string, env: Running): () => void {
  const file = fileOf(dataDir);
  const saved = Object.fromEntries(SHARED.map((name) => [name, env[name]]));
  writeFileSync(file, JSON.stringify(saved), { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/**
 * Gives this process the environment of the application that runs on DATA_DIR, unless a different database is
 * configured or the application has ended.
 */
export function joinRunning(): void {
  const dataDir = resolve(process.env.DATA_DIR || ".data");
  const saved = isLocked(dataDir) ? readSaved(dataDir) : null;
  const configured = process.env.DATABASE_URL?.trim();
  if (saved && (!configured || configured === saved.DATABASE_URL)) Object.assign(process.env, saved);
}

function readSaved(dataDir: string): Running | null {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), "utf8")) as Running;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return null;
  }
}
