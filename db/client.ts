import "server-only";
import { Socket } from "node:net";
import type { ExtractTablesWithRelations } from "drizzle-orm";
import type { PgDatabase, PgTransaction } from "drizzle-orm/pg-core";
import { drizzle, type PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { env } from "@/lib/ground/env";
import { perProcess } from "@/lib/ground/per-process";
import { measured } from "./measured";
import { prepared } from "./prepared";
import { renewed } from "./renewed";
import * as schema from "./schema";

/** A handle to the database: the pool, or the transaction of a use-case. Store functions take it first. */
export type Db = PgDatabase<
  PostgresJsQueryResultHKT,
  typeof schema,
  ExtractTablesWithRelations<typeof schema>
>;

/**
 * A transaction. Functions that lock a row require one, because on the pool a lock would end with its statement. The
 * compiler refuses the pool.
 */
export type Tx = PgTransaction<
  PostgresJsQueryResultHKT,
  typeof schema,
  ExtractTablesWithRelations<typeof schema>
>;

/** More connections than this make a hot row slower, not faster (performance.md). */
const POOL_SIZE = 8;

/** `close` waits some seconds for what is in flight, `abandon` ends it at once. */
type Connection = { db: Db; close: () => Promise<void>; abandon: () => Promise<void> };

/** Reconnect with backoff, capped at 1 s. */
const backoff = (retries: number) => Math.min(2 ** retries / 50, 1);

/** What the driver knows of where to connect. */
type Server = { host: string[]; port: number[]; path?: string | false };

/** The message that the login is over, and statements can be sent. */
const READY = "Z\0\0\0\x05";

/**
 * A socket for which it is an error to end before the login is over. What stands before PostgreSQL may accept
 * connections and end them while PostgreSQL is away; postgres.js (3.4.9) would connect again at once, for ever, as it
 * still does where TLS was agreed on before.
 */
function socketTo({ host: [host], port: [port], path }: Server): Socket {
  const to = { host: host ?? "localhost", port: port ?? 5432 };
  // The driver reads the name for TLS from its socket.
  const socket = Object.assign(new Socket(), to);
  let isReady = false;
  socket.on("data", (bytes) => {
    isReady ||= bytes.includes(READY);
  });
  socket.once("end", () => {
    if (!isReady) socket.destroy(Object.assign(new Error("connection ended"), { code: "CONNECTION_CLOSED" }));
  });
  // The driver writes its first message a turn later, and where it was refused before that, never writes again.
  setImmediate(() => {
    // It no longer listens to one whose pool ended meanwhile: nobody would catch its error.
    if (!socket.destroyed) path ? socket.connect(path) : socket.connect(to);
  });
  return socket;
}

/** Opens a pool of its own. For scripts and tests; the application uses `db()`. */
export function connect(url: string, { max = POOL_SIZE }: { max?: number } = {}): Connection {
  const options = {
    max,
    backoff,
    idle_timeout: 60,
    connect_timeout: 10,
    onnotice: () => undefined,
    // Documented, but not among the driver's types. Of several hosts the driver chooses by itself.
    ...(!new URL(url).hostname.includes(",") && { socket: socketTo }),
  };
  const client = renewed(() => postgres(url, options));
  return {
    db: drizzle(measured(prepared(client)), { schema, casing: "snake_case" }),
    close: () => client.end({ timeout: 5 }),
    abandon: () => client.end({ timeout: 0 }),
  };
}

const pool = perProcess("db", (): { open?: Connection | undefined } => ({}));

/** The application's pool. */
export function db(): Db {
  pool.open ??= connect(env().databaseUrl);
  return pool.open.db;
}

/** Ends the application's pool, if there is one. */
export async function closeDb(): Promise<void> {
  await pool.open?.close();
  pool.open = undefined;
}
