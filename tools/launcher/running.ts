import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { CONFIGURED } from "@/lib/ground/env";
import { isLocked } from "./lock";

/** Scripts work on a running application with its own configuration. Where its data is they know already. */
const SHARED = CONFIGURED.filter((name) => name !== "DATA_DIR" && name !== "NODE_ENV");

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
  if (!saved || (configured && configured !== saved.DATABASE_URL)) return;
  for (const name of SHARED) {
    if (saved[name] === undefined) delete process.env[name];
    else process.env[name] = saved[name];
  }
}

function readSaved(dataDir: string): Running | null {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), "utf8")) as Running;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return null;
  }
}
