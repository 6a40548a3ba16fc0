import { spawnSync } from "node:child_process";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { connect, type Db } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { postgresAccount } from "@/tools/postgres/account";
import { createTestDatabase } from "./database";
import { withPostgres } from "./postgres";

/** A database whose disk can be filled up. */
export type FillableDatabase = {
  db: Db;
  url: string;
  fill: () => Promise<void>;
  empty: () => Promise<void>;
  drop: () => Promise<void>;
};

/**
 * A database on a small file system of its own. Where none can be mounted, a trigger answers as PostgreSQL does when a
 * file cannot grow.
 */
export async function createFillableDatabase(): Promise<FillableDatabase> {
  const directory = await mkdtemp(join(tmpdir(), "steuntje-disk-"));
  const isOwn = !process.env.TEST_DATABASE_URL;
  const mounted =
    isOwn && spawnSync("mount", ["-t", "tmpfs", "-o", "size=64m", "tmpfs", directory]).status === 0;
  if (mounted) return onDisk(directory);
  await rm(directory, { recursive: true });
  return withTrigger();
}

/** On a server of its own: no checkpoint of that server succeeds while the disk is full. */
async function onDisk(directory: string): Promise<FillableDatabase> {
  const account = postgresAccount();
  if (account) await chown(directory, account.uid, account.gid);
  const server = await withPostgres();
  const url = new URL(server.url);
  const admin = postgres(url.href, { max: 1, onnotice: () => undefined });
  await admin.unsafe(`create tablespace small location '${directory}'`);
  await admin.unsafe("create database on_small_disk tablespace small");
  await admin.end();
  url.pathname = "/on_small_disk";
  await migrateDatabase(url.href);
  const { db, close } = connect(url.href);
  const ballast = join(directory, "ballast");
  return {
    db,
    url: url.href,
    fill: async () => {
      // All but what a page of PostgreSQL takes at once.
      await writeFile(ballast, Buffer.alloc(64 * 1024 * 1024)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOSPC") throw error;
      });
    },
    empty: () => rm(ballast, { force: true }),
    drop: async () => {
      await rm(ballast, { force: true });
      await close();
      await server.stop();
      spawnSync("umount", ["--lazy", directory]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function withTrigger(): Promise<FillableDatabase> {
  const { db, url, drop } = await createTestDatabase();
  await db.execute(sql`
    create function full_disk() returns trigger language plpgsql as $$
    begin raise exception using errcode = 'disk_full', message = 'could not extend file: No space left on device'; end $$`);
  return {
    db,
    url,
    fill: async () => {
      await db.execute(sql`
        create trigger full_disk before insert or update on write_probes for each statement execute function full_disk()`);
    },
    empty: async () => {
      await db.execute(sql`drop trigger full_disk on write_probes`);
    },
    drop,
  };
}
