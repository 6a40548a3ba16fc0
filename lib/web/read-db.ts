import "server-only";
import { cookies } from "next/headers";
import { type Db, db } from "@/db/client";
import { Replica } from "@/db/replica";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { perProcess } from "@/lib/ground/per-process";
import { log } from "@/lib/server/log";
import { cookie, cookieName } from "./cookies";

/** How many seconds old what a replica answers may be (specification 9, Data cache). */
export const MAX_AGE = { feed: 120, leaderboard: 300 } as const;

/** How far the clocks of two servers may differ. */
const CLOCKS_MS = 1_000;

const replica = perProcess("replica", (): { open?: Replica | undefined } => ({}));

/**
 * Runs a read that may be some seconds old, from the replica where there is one (`DATABASE_READ_URL`) that answers and
 * is recent enough; it may run a second time, on the primary. What the caller wrote before is always in it.
 */
export async function readDb<T>(maxAge: number, read: (db: Db) => Promise<T>): Promise<T> {
  const { databaseReadUrl: url } = env();
  if (url === null) return read(db());
  replica.open ??= new Replica({ url, primary: db, onChange });
  const oldest = now().getTime() - maxAge * 1_000;
  return replica.open.read(new Date(Math.max(oldest, await lastWrite())), read);
}

/** Remembers in the caller's browser that they changed something, where reads may come from a replica. */
export async function noteWrite(): Promise<void> {
  if (env().databaseReadUrl === null) return;
  (await cookies()).set(cookie("wrote", String(now().getTime()), { maxAge: MAX_AGE.leaderboard }));
}

/** By how many milliseconds the replica is behind at most; null where it is not read or does not answer. */
export function replicaAge(): number | null {
  return replica.open?.age ?? null;
}

/** Ends the replica's pool, if there is one. */
export async function closeReadDb(): Promise<void> {
  await replica.open?.close();
  replica.open = undefined;
}

/** When the caller last changed something, in milliseconds since 1970, by the clock of the slowest server. */
async function lastWrite(): Promise<number> {
  const wrote = Number((await cookies()).get(cookieName("wrote"))?.value);
  return wrote > 0 ? wrote + CLOCKS_MS : 0;
}

function onChange(error: unknown): void {
  if (error === null) log.info("reading from the replica again");
  else log.warn({ err: error }, "the replica does not answer: reading from the primary");
}
