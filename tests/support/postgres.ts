import { randomUUID } from "node:crypto";
import { statfsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "@/db/migrate";
import { startEmbedded } from "@/tools/postgres/embedded";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
    templateDatabase: string;
  }
}

/** Gives every integration test file a PostgreSQL with a migrated template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url: server, stop } = await withPostgres(roomyFolder());
  const template = `template_${randomUUID().replaceAll("-", "")}`;
  const admin = postgres(server, { max: 1, onnotice: () => undefined });
  await admin.unsafe(`create database ${template}`);
  const url = new URL(server);
  url.pathname = `/${template}`;
  await migrateDatabase(url.href);
  project.provide("postgresUrl", server);
  project.provide("templateDatabase", template);
  return async () => {
    await admin.unsafe(`drop database ${template} with (force)`);
    await admin.end();
    await stop();
  };
}

const MEMORY = "/dev/shm";
const ROOM = 4 * 1024 ** 3;

/** A folder for the small databases of tests: in memory where there is room, where copying one takes a tenth. */
export function roomyFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ROOM ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * TEST_DATABASE_URL, a server where databases may be created, or an embedded PostgreSQL for this run, with its data in
 * this folder.
 */
export async function withPostgres(folder = tmpdir()): Promise<{ url: string; stop: () => Promise<void> }> {
  const configured = process.env.TEST_DATABASE_URL;
  if (configured) return { url: configured, stop: async () => undefined };
  const dataDir = await mkdtemp(join(folder, "steuntje-postgres-"));
  await chmod(dataDir, 0o711);
  const { child, url } = await startEmbedded({ dataDir, password: randomUUID(), durable: false });
  return {
    url,
    stop: async () => {
      await child.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
