import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect } from "@/db/client";
import { contract } from "@/lib/web/contract";
import { Client, eventually } from "../support/http";
import { startStack } from "../support/stack";
import { startReplicated } from "./standby";

let pair: Awaited<ReturnType<typeof startReplicated>>;
let running: Awaited<ReturnType<typeof startStack>>;
let standby: ReturnType<typeof connect>;

beforeAll(async () => {
  pair = await startReplicated();
  const replicaOf = (databaseUrl = "") => {
    const url = new URL(pair.standby.url);
    url.pathname = new URL(databaseUrl).pathname;
    return url.href;
  };
  running = await startStack({
    postgresUrl: pair.primary.url,
    env: async (_, { DATABASE_URL }) => ({ DATABASE_READ_URL: replicaOf(DATABASE_URL), RATE_LIMITS: "off" }),
  });
  standby = connect(replicaOf(running.stack.databaseUrl), { max: 1 });
});
afterAll(async () => {
  await standby.close();
  await running.stop();
  await pair.stop();
});

/** A browser of somebody who wrote keeps the cookie that says so. */
class Browser extends Client {
  override async send(...call: Parameters<Client["send"]>) {
    const answer = await super.send(...call);
    const wrote = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("steuntje.wrote="));
    if (wrote) {
      const others = this.cookie.split("; ").filter((cookie) => !cookie.startsWith("steuntje.wrote="));
      this.cookie = [...others, wrote.split(";")[0]].join("; ");
    }
    return answer;
  }
}

const shows = async (client: Client, id: string) => {
  const { status, body } = await client.call(contract.listRequests);
  expect(status).toBe(200);
  return (body as { id: string }[]).some((request) => request.id === id);
};
/** How often the replica read the feed by its index. */
const readsOfFeed = async () => {
  const [row] = await standby.db.execute<{ reads: number }>(
    sql`select idx_scan::int as reads from pg_stat_user_indexes where indexrelname = 'requests_feed'`,
  );
  return row?.reads ?? 0;
};

describe("an application with a replica", () => {
  it("reads the feed and the leaderboard there", async () => {
    const person = new Client(running.stack.appUrl);
    await person.register();
    const look = async () => {
      await Promise.all([person.call(contract.listRequests), person.call(contract.leaderboard)]);
      return readsOfFeed();
    };
    await eventually(look, (reads) => reads > 0);
  });

  it("shows who wrote their own deeds at once, and others a little later", async () => {
    const writer = new Browser(running.stack.appUrl);
    const reader = new Client(running.stack.appUrl);
    await writer.requester();
    await reader.register();
    await standby.db.execute(sql`select pg_wal_replay_pause()`);
    const { id } = await writer.ask();
    expect(await shows(writer, id)).toBe(true);
    expect(await shows(reader, id)).toBe(false);
    const page = await writer.send("GET", "/");
    expect(page.status).toBe(200);
    expect(page.body).toContain(id);
    await standby.db.execute(sql`select pg_wal_replay_resume()`);
    await eventually(() => shows(reader, id), Boolean);

    await standby.db.execute(sql`select pg_wal_replay_pause()`);
    await writer.call(contract.deleteRequest, { params: { id } });
    expect(await shows(writer, id)).toBe(false);
    expect(await shows(reader, id)).toBe(true);
    await standby.db.execute(sql`select pg_wal_replay_resume()`);
  });

  it("answers all the same when the replica is gone, and stops with 0", async () => {
    const person = new Browser(running.stack.appUrl);
    await person.requester();
    const { id } = await person.ask();
    const visitor = new Client(running.stack.appUrl);
    await eventually(() => shows(visitor, id), Boolean);
    await pair.standby.child.stop();
    expect(await shows(visitor, id)).toBe(true);
    const { status } = await visitor.send("GET", "/auth");
    expect(status).toBe(200);
    const [server] = running.servers;
    server?.signal("SIGTERM");
    expect(await server?.ended).toBe(0);
  });
});
