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
  }
}

/** Gives every integration test file a PostgreSQL with a migrated template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url: server, stop } = await withPostgres(roomyFolder());
  const template = await makeTemplate(server);
  project.provide("postgresUrl", server);
  return async () => {
    await dropDatabase(server, template);
    await stop();
  };
}

/** A migrated database of which later ones on this server are copies, also in processes that this one starts. */
export async function makeTemplate(server: string): Promise<string> {
  process.env.TEMPLATE_DATABASE = await createDatabase(server);
  return process.env.TEMPLATE_DATABASE;
}

/** A new migrated database of a server, which takes a twentieth of the time where it has a template. */
export async function createDatabase(server: string): Promise<string> {
  const url = new URL(server);
  url.pathname = `/t_${randomUUID().replaceAll("-", "")}`;
  const template = new URL(process.env.TEMPLATE_DATABASE ?? "postgres://none");
  const isCopy = template.host === url.host;
  const create = `create database ${url.pathname.slice(1)}`;
  await asAdmin(server, async (admin) => {
    // PostgreSQL refuses two copies of one template at the same time.
    await admin`select pg_advisory_lock(42)`;
    await admin.unsafe(
      isCopy ? `${create} template ${template.pathname.slice(1)} strategy file_copy` : create,
    );
  });
  if (!isCopy) await migrateDatabase(url.href);
  return url.href;
}

export async function dropDatabase(server: string, url: string): Promise<void> {
  const drop = `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`;
  await asAdmin(server, (admin) => admin.unsafe(drop));
}

async function asAdmin(server: string, work: (admin: postgres.Sql) => Promise<unknown>): Promise<void> {
  const admin = postgres(server, { max: 1, onnotice: () => undefined });
  await work(admin).finally(() => admin.end());
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
