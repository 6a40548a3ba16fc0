import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { connect, type Db } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { Replica } from "@/db/replica";
import { requests } from "@/db/schema";
import { findReplicaProblems } from "@/db/surroundings-checks";
import { listLeaderboard } from "@/lib/domain/leaderboard/queries";
import { listFeed, liveStats } from "@/lib/domain/requests/queries";
import { now, setClock } from "@/lib/ground/clock";
import { freePort } from "../support/free-port";
import { addPerson, addRequest } from "../support/people";
import { startReplicated } from "./standby";

let pair: Awaited<ReturnType<typeof startReplicated>>;
let primary: ReturnType<typeof connect>;
let standby: ReturnType<typeof connect>;
let replica: Replica;
const onChange = vi.fn();

beforeAll(async () => {
  pair = await startReplicated();
  await migrateDatabase(pair.primary.url);
  vi.stubEnv("DATABASE_URL", pair.primary.url);
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  primary = connect(pair.primary.url, { max: 4 });
  standby = connect(pair.standby.url, { max: 2 });
});
afterAll(async () => {
  await Promise.all([primary.close(), standby.close()]);
  await pair.stop();
});
beforeEach(() => {
  onChange.mockClear();
  replica = replicaAt(pair.standby.url);
});
afterEach(async () => {
  setClock();
  if (await isStandby(standby.db)) await standby.db.execute(sql`select pg_wal_replay_resume()`);
  await replica.close();
});

const replicaAt = (url: string) => new Replica({ url, primary: () => primary.db, onChange });
const isStandby = async (db: Db) => {
  const [row] = await db.execute<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`);
  return row?.standby === true;
};
const DAY = 24 * 3_600;
const ago = (seconds: number) => new Date(now().getTime() - seconds * 1_000);

/** Reads until the replica answers, at most five seconds. */
async function untilRead(maxAge: number, from = replica): Promise<void> {
  for (let tries = 0; !(await from.read(ago(maxAge), isStandby)); tries += 1) {
    if (tries === 50) throw new Error("the replica is not read");
    await sleep(100);
  }
}

/** Another moment: the replica is compared with the primary once a second. */
async function later(seconds: number): Promise<void> {
  const ahead = now().getTime() - Date.now() + seconds * 1_000;
  setClock(() => new Date(Date.now() + ahead));
  await replica.read(ago(0), async () => undefined);
  await sleep(300);
}

describe("a read that may be old", () => {
  it("goes to the replica once that is known to be recent, however long nobody writes", async () => {
    expect(await replica.read(ago(120), isStandby)).toBe(false);
    await untilRead(120);
    await later(3_600);
    await untilRead(120);
    expect(onChange).not.toHaveBeenCalled();
  });

  it("goes to the primary when the replica is further behind than it may be", async () => {
    await untilRead(120);
    await standby.db.execute(sql`select pg_wal_replay_pause()`);
    await addPerson(primary.db);
    await later(110);
    expect(await replica.read(ago(120), isStandby)).toBe(true);
    await later(20);
    expect(await replica.read(ago(120), isStandby)).toBe(false);
    expect(await replica.read(ago(300), isStandby)).toBe(true);
    await standby.db.execute(sql`select pg_wal_replay_resume()`);
    await later(2);
    await untilRead(120);
  });

  it("sees what was written before the moment it names", async () => {
    await untilRead(120);
    await standby.db.execute(sql`select pg_wal_replay_pause()`);
    const request = await addRequest(primary.db, await addPerson(primary.db));
    const wrote = now();
    const feed = (since: Date) => replica.read(since, (db) => listFeed(db, { limit: 50 }, primary.db));
    const shows = async (since: Date) => (await feed(since)).items.some(({ id }) => id === request.id);
    expect(await shows(wrote)).toBe(true);
    expect(await shows(ago(120))).toBe(false);
    await later(2);
    expect(await shows(wrote)).toBe(true);
    expect(await replica.read(wrote, isStandby)).toBe(false);
    await standby.db.execute(sql`select pg_wal_replay_resume()`);
    await later(2);
    await vi.waitFor(async () => expect(await replica.read(wrote, isStandby)).toBe(true), 30_000);
    expect(await shows(wrote)).toBe(true);
  });

  it("is never of a replica where the moment is none", async () => {
    await untilRead(120);
    expect(await replica.read(new Date(Number.POSITIVE_INFINITY), isStandby)).toBe(false);
  });

  it("of the feed writes to the primary what ended", async () => {
    const owner = await addPerson(primary.db);
    const ended = await addRequest(primary.db, owner);
    await primary.db
      .update(requests)
      .set({
        createdAt: ago(100 * DAY),
        completedAt: ago(90 * DAY),
        raised: 10_000,
        isCompleted: true,
        isListed: true,
        listedUntil: ago(60),
      })
      .where(eq(requests.id, ended.id));
    await later(2);
    await untilRead(0.5);
    const feed = () => replica.read(ago(120), (db) => listFeed(db, { limit: 50 }, primary.db));
    await feed();
    await vi.waitFor(async () => {
      expect((await feed()).items.some(({ id }) => id === ended.id)).toBe(false);
    }, 30_000);
    expect(await replica.read(ago(120), isStandby)).toBe(true);
  });

  it("may be the leaderboard, a search in it, and the statistics", async () => {
    await untilRead(120);
    const asked = { period: "all", viewerId: "0198b2a0-0000-7000-8000-000000000000" } as const;
    const read = (db: Db) => listLeaderboard(db, asked);
    expect(await replica.read(ago(300), read)).toEqual(await read(primary.db));
    expect(await replica.read(ago(300), (db) => listLeaderboard(db, { ...asked, search: "person" }))).toEqual(
      [],
    );
    expect(await replica.read(ago(120), liveStats)).toEqual(await liveStats(primary.db));
  });
});

describe("trust 31: a replica that does not answer", () => {
  it("is not read: when it refuses, and when it is silent", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    for (const at of [await freePort(), port]) {
      const away = replicaAt(`postgres://steuntje@127.0.0.1:${at}/steuntje`);
      onChange.mockClear();
      expect(await away.read(ago(120), isStandby)).toBe(false);
      await vi.waitFor(() => expect(onChange).toHaveBeenCalledOnce(), 30_000);
      expect(await away.read(ago(120), isStandby)).toBe(false);
      await away.close();
    }
    silent.close();
  });

  it("loses no read: those it was answering run on the primary, and it is read again once it is back", async () => {
    await untilRead(120);
    const ran: boolean[] = [];
    const slow = replica.read(ago(120), async (db) => {
      ran.push(await isStandby(db));
      await db.execute(sql`select pg_sleep(${db === primary.db ? 0 : 4})`);
      return "read";
    });
    await sleep(200);
    await standby.db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where query like '%pg_sleep%' and pid <> pg_backend_pid()`);
    expect(await slow).toBe("read");
    expect(ran).toEqual([true, false]);
    expect(onChange).toHaveBeenCalledOnce();
    expect(onChange.mock.lastCall?.[0]).toBeInstanceOf(Error);
    expect(await replica.read(ago(120), isStandby)).toBe(false);
    await later(11);
    await untilRead(120);
    expect(onChange.mock.calls.at(-1)).toEqual([null]);
  });

  it("does not run a read again that failed for its own reasons", async () => {
    await untilRead(120);
    const run = vi.fn((db: Db) => db.execute(sql`select 1 / 0`));
    await expect(replica.read(ago(120), run)).rejects.toMatchObject({ cause: { code: "22012" } });
    expect(run).toHaveBeenCalledOnce();
  });
});

describe("doctor", () => {
  const problemOf = async (url: string) =>
    (await findReplicaProblems(primary.db, url)).flatMap(({ rows }) => rows.map(({ problem }) => problem));

  it("says whether the replica keeps up", async () => {
    expect(await problemOf(pair.standby.url)).toEqual([]);
    await standby.db.execute(sql`select pg_wal_replay_pause()`);
    await addPerson(primary.db);
    expect(await problemOf(pair.standby.url)).toEqual(["it is more than 3 seconds behind"]);
  });

  it("finds an address that leads elsewhere", async () => {
    expect(await problemOf(pair.primary.url)).toEqual(["it is a primary: nothing is replicated to it"]);
    const other = new URL(inject("postgresUrl"));
    expect(await problemOf(other.href)).toEqual(["it is not a copy of DATABASE_URL's database"]);
    const nowhere = `postgres://steuntje@127.0.0.1:${await freePort()}/steuntje`;
    expect(await problemOf(nowhere)).toEqual(["it does not answer"]);
  });
});

it("a promoted replica is read further, and takes writes", async () => {
  await untilRead(120);
  await standby.db.execute(sql`select pg_promote()`);
  await later(2);
  expect(await replica.read(ago(120), isStandby)).toBe(false);
  const person = await replica.read(ago(120), (db) => addPerson(db));
  expect(person.id).toBeTruthy();
});
