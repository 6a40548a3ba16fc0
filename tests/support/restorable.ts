import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { inject } from "vitest";
import { connect, type Db } from "@/db/client";
import { createTestDatabase } from "./database";

/** A database that can be dumped, and replaced by the dump, as an operator does after a disaster. */
export async function createRestorable() {
  const first = await createTestDatabase();
  let open: { db: Db; url: string; close: () => Promise<void> } = { ...first, close: first.drop };
  const admin = postgres(inject("postgresUrl"), { max: 1, onnotice: () => undefined });
  const names: string[] = [];
  const nameOf = (url: string) => new URL(url).pathname.slice(1);
  const copy = async (from: string) => {
    const name = `dump_${randomUUID().replaceAll("-", "")}`;
    // PostgreSQL copies a database only while nobody is connected to it.
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${from}`;
    await admin.unsafe(`create database ${name} template ${from}`);
    names.push(name);
    return name;
  };
  const use = (name: string) => {
    const url = new URL(inject("postgresUrl"));
    url.pathname = `/${name}`;
    open = { ...connect(url.href, { max: 5 }), url: url.href };
  };
  use(nameOf(first.url));
  return {
    get db(): Db {
      return open.db;
    },
    get url(): string {
      return open.url;
    },
    /** Returns the dump's name. */
    dump: async () => {
      const name = nameOf(open.url);
      await open.close();
      const dump = await copy(name);
      use(name);
      return dump;
    },
    restore: async (dump: string) => {
      await open.close();
      use(await copy(dump));
    },
    drop: async () => {
      await open.close();
      for (const name of names) await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.end();
      await first.drop();
    },
  };
}
