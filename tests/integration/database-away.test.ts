import { once } from "node:events";
import { type AddressInfo, connect as connectTo, createServer, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { connect, type Db } from "@/db/client";
import { isDatabaseAway } from "@/db/unavailable";
import { createTestDatabase, type TestDatabase } from "../support/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

type Accept = (near: Socket) => void;

/** A server at an address of its own; what it does with a connection may change. */
async function serverThat(accept: Accept) {
  const open = new Set<Socket>();
  const server = {
    accept,
    count: 0,
    url: "",
    close: () => {
      for (const socket of open) socket.destroy();
      listening.close();
    },
  };
  const listening = createServer((near) => {
    server.count += 1;
    open.add(near);
    near.on("error", () => near.destroy());
    server.accept(near);
  }).listen(0, "127.0.0.1");
  await once(listening, "listening");
  const url = new URL(database.url);
  url.port = String((listening.address() as AddressInfo).port);
  server.url = url.href;
  return server;
}

/** Rows and parameters of the server, of which hundreds come in a row. */
const MANY = new Set(["D", "S"].map((type) => type.charCodeAt(0)));

/** Passes everything on to PostgreSQL, and ends the connection after its n-th message that is not one of many. */
function passing(endsAfter = Number.POSITIVE_INFINITY, onEnd: () => void = () => undefined): Accept {
  const { port, hostname } = new URL(database.url);
  return (near) => {
    const far = connectTo({ port: Number(port), host: hostname, noDelay: true });
    near.setNoDelay();
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy()).on("error", () => near.destroy());
    near.on("data", (bytes) => far.write(bytes));
    let passed = 0;
    let rest = Buffer.alloc(0);
    far.on("data", (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      while (rest.length >= 5 && rest.length > rest.readInt32BE(1) && passed < endsAfter) {
        const length = 1 + rest.readInt32BE(1);
        if (!MANY.has(rest[0] ?? 0)) passed += 1;
        near.write(rest.subarray(0, length));
        rest = rest.subarray(length);
      }
      if (passed >= endsAfter) {
        onEnd();
        near.end(() => far.destroy());
      }
    });
  };
}

const startingUp = Buffer.concat([
  Buffer.from("E\0\0\0\0"),
  Buffer.from("SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0"),
]);
startingUp.writeInt32BE(startingUp.length - 1, 1);

/** The answer to a login without a password. */
const authenticated = Buffer.from("R\0\0\0\b\0\0\0\0");

/** What a server or a proxy in front of it does while PostgreSQL is away. */
const AWAY: [string, Accept][] = [
  ["accepts and ends at once", (near) => near.end()],
  ["accepts, reads and ends", (near) => near.once("data", () => near.end())],
  ["accepts, logs in and ends", (near) => near.once("data", () => near.end(authenticated))],
  ["accepts and resets", (near) => near.resetAndDestroy()],
  ["accepts, reads and resets", (near) => near.once("data", () => near.resetAndDestroy())],
  ["starts up", (near) => near.once("data", () => near.end(startingUp))],
];

const ASKED: [string, (db: Db) => Promise<unknown>][] = [
  ["a statement", (db) => db.execute(sql`select 1`)],
  ["a prepared statement", (db) => db.execute(sql`select ${1}::int`)],
  ["a transaction", (db) => db.transaction((tx) => tx.execute(sql`select ${1}::int`))],
];

const inTime = <T>(promise: Promise<T>, milliseconds = 5_000): Promise<T | "never"> =>
  Promise.race([
    promise,
    new Promise<"never">((resolve) => setTimeout(() => resolve("never"), milliseconds).unref()),
  ]);

describe.each(AWAY)("while what is in front of PostgreSQL %s", (_, accept) => {
  it.each(ASKED)("%s fails soon, and is answered afterwards", async (_, ask) => {
    const server = await serverThat(accept);
    const { db, abandon } = connect(server.url, { max: 2 });
    for (let n = 0; n < 3; n += 1) {
      const failed = await inTime(ask(db).catch((error: unknown) => error));
      expect(isDatabaseAway(failed), String(failed)).toBe(true);
    }
    expect(server.count).toBeLessThan(10);
    server.accept = passing();
    expect(await inTime(ask(db))).not.toBe("never");
    await abandon();
    server.close();
  });
});

it("a client that ends before its first connection was opened opens none, and raises nothing later", async () => {
  const raised = vi.fn();
  const others = process.rawListeners("uncaughtException") as NodeJS.UncaughtExceptionListener[];
  process.removeAllListeners("uncaughtException").on("uncaughtException", raised);
  const server = await serverThat((near) => near.destroy());
  server.close();
  // The driver opens it some microtasks after the call, within the turn in which it ends.
  for (let microtasks = 0; microtasks < 20; microtasks += 1) {
    const { db, abandon } = connect(server.url, { max: 1 });
    const asked = inTime(db.execute(sql`select 1`).catch((error: unknown) => error));
    for (let n = 0; n < microtasks; n += 1) await null;
    await abandon();
    expect(isDatabaseAway(await asked)).toBe(true);
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.removeAllListeners("uncaughtException");
  for (const listener of others) process.on("uncaughtException", listener);
  expect(raised.mock.calls).toEqual([]);
});

/** Beginning a connection takes as many messages, which need not be tried for each. */
const BEGUN = 10;

describe.each(ASKED)("%s whose connection ends after any message", (what, ask) => {
  it("is answered or fails soon, and so is the next", async () => {
    let hasEnded = true;
    for (let messages = what === "a transaction" ? 1 : BEGUN; hasEnded; messages += 1) {
      hasEnded = false;
      const onEnd = () => {
        hasEnded = true;
      };
      const server = await serverThat((near) => {
        server.accept = passing();
        passing(messages, onEnd)(near);
      });
      const { db, abandon } = connect(server.url, { max: 1 });
      for (const nth of ["first", "next"]) {
        const answered = await inTime(ask(db).catch((error: unknown) => error));
        expect(answered, `${nth}, after ${messages} messages`).not.toBe("never");
      }
      await abandon();
      server.close();
      if (!hasEnded) expect(messages).toBeGreaterThan(BEGUN + 1);
    }
  });
});
