import type { Sql } from "postgres";
import { describe, expect, it } from "vitest";
import { renewed } from "./renewed";
import { isDatabaseAway } from "./unavailable";

const LOST = Object.assign(new Error("lost"), { code: "CONNECTION_CLOSED" });

/** A statement or transaction of the driver, which answers nothing by itself. */
function pendingQuery() {
  let settle = { resolve: (_: unknown) => {}, reject: (_: unknown) => {} };
  const query = new Promise((resolve, reject) => {
    settle = { resolve, reject };
  });
  return Object.assign(query, settle);
}

/** The clients of the driver that were opened, with what they were asked and whether they were ended. */
function driver() {
  const clients: { asked: ReturnType<typeof pendingQuery>[]; ended: boolean }[] = [];
  const open = () => {
    const client: (typeof clients)[number] = { asked: [], ended: false };
    clients.push(client);
    const ask = () => {
      const query = pendingQuery();
      client.asked.push(query);
      return query;
    };
    const end = async () => {
      client.ended = true;
    };
    return { unsafe: ask, begin: ask, end, options: { parsers: {}, serializers: {} } } as unknown as Sql;
  };
  return { clients, open };
}

async function outcomeOf(query: PromiseLike<unknown>): Promise<unknown> {
  try {
    return await query;
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

const CODES = "CONNECTION_CLOSED CONNECT_TIMEOUT ECONNRESET EHOSTUNREACH ENETUNREACH EPIPE ETIMEDOUT".split(
  " ",
);

it.each(CODES)("after %s, the database is away and its client is not asked again", async (code) => {
  const { clients, open } = driver();
  const client = renewed(open);
  const lost = outcomeOf(client.unsafe("select 1"));
  const error = Object.assign(new Error("lost"), { code });
  clients[0]?.asked[0]?.reject(error);
  expect([await lost, isDatabaseAway(error)]).toEqual([code, true]);
  void client.unsafe("select 2");
  expect(clients.map(({ asked }) => asked.length)).toEqual([1, 1]);
});

describe("clients that lose one connection after another", () => {
  it("end but the last three, and leave nobody without an answer", async () => {
    const { clients, open } = driver();
    const client = renewed(open);
    const waiting: Promise<unknown>[][] = [];
    for (let n = 0; n < 5; n += 1) {
      const lost = outcomeOf(client.unsafe("select 1"));
      waiting.push([
        outcomeOf(client.unsafe("select 2")),
        outcomeOf(client.begin(async () => undefined) as Promise<unknown>),
      ]);
      clients[n]?.asked[0]?.reject(LOST);
      expect(await lost).toBe("CONNECTION_CLOSED");
    }
    expect(clients.map(({ ended }) => ended)).toEqual([true, true, false, false, false, false]);
    expect(await Promise.all(waiting.slice(0, 2).flat())).toEqual(Array(4).fill("CONNECTION_CLOSED"));
    for (const query of clients[2]?.asked.slice(1) ?? []) query.resolve("in time");
    expect(await Promise.all(waiting[2] ?? [])).toEqual(["in time", "in time"]);
  });
});
