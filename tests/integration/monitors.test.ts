import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { closeDb } from "@/db/client";
import { databaseAnswers, writeProblem } from "@/db/ping";
import { setClock } from "@/lib/ground/clock";
import { StoreUnavailable } from "@/lib/providers/photo-store";
import { photos } from "@/lib/web/photos";
import { temporaryFolder } from "@/sandbox/support";
import { createFillableDatabase, type FillableDatabase } from "../support/fillable-disk";
import { openBucket } from "../support/photo-store";
import { runHere } from "../support/run-here";

let database: FillableDatabase;
let bucket: Awaited<ReturnType<typeof openBucket>>;
let mailServer: Server;
let provider: ReturnType<typeof createHttpServer>;
let environment: Record<string, string>;
const folder = temporaryFolder();

const listening = async (server: Server, port = 0) => {
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};

/** A mail server that greets and knows no extensions. */
const newMailServer = () =>
  createServer((socket) => {
    socket.write("220 ready\r\n");
    socket.on("data", (data) => socket.write(/^QUIT/i.test(data.toString()) ? "221 bye\r\n" : "250 ok\r\n"));
    socket.on("error", () => socket.destroy());
  });

beforeAll(async () => {
  database = await createFillableDatabase();
  // A full disk lets no connection begin whose database has not been used yet.
  await databaseAnswers(database.db);
  bucket = await openBucket();
  mailServer = newMailServer();
  // Of the provider only the clock is right.
  provider = createHttpServer((_, response) => {
    const error = { type: "api_error", message: "away" };
    response.writeHead(503, { "stripe-should-retry": "false" }).end(JSON.stringify({ error }));
  });
  const [smtp, api] = [await listening(mailServer), await listening(provider)];
  environment = {
    DATABASE_URL: database.url,
    AUTH_SECRET: "a secret for the tests",
    S3_BUCKET: bucket.keys.bucket,
    S3_REGION: bucket.keys.region,
    S3_ENDPOINT: bucket.keys.endpoint,
    S3_ACCESS_KEY_ID: bucket.keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.keys.secretAccessKey,
    SMTP_URL: `smtp://127.0.0.1:${smtp}`,
    MAIL_FROM: "Steuntje <no-reply@steuntje.example>",
    STRIPE_SECRET_KEY: "sk_test",
    STRIPE_WEBHOOK_SECRET: "whsec",
    STRIPE_PUBLISHABLE_KEY: "pk",
    STRIPE_API_BASE: `http://127.0.0.1:${api}`,
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
});
afterAll(async () => {
  await closeDb();
  folder.remove();
  await Promise.all([database.drop(), bucket.close(), mailServer.close(), provider.close()]);
});
afterEach(() => setClock());

/** The names of what doctor finds, without what only the missing provider causes. */
async function examined(): Promise<{ found: string[]; rows: unknown[]; concerns: string[] }> {
  const { examine } = await import("@/lib/server/examine");
  const { found, concerns } = await examine();
  return {
    found: found.map(({ check }) => check),
    rows: found.flatMap(({ rows }) => rows),
    concerns: concerns.map(({ check }) => check).filter((check) => /refused, and none/.test(check)),
  };
}

describe("trust 47: doctor says fine when it is, and names", () => {
  it("nothing where everything does what it is for", async () => {
    expect(await examined()).toEqual({ found: [], rows: [], concerns: [] });
  });

  it("a full disk, on which the database answers, reads, and even replaces a row", async () => {
    await database.fill();
    expect(await databaseAnswers(database.db)).toBe(true);
    expect(await writeProblem(database.db)).toBe("53100");
    expect(await examined()).toMatchObject({
      found: ["the database takes writes"],
      rows: [{ code: "53100" }],
    });
    await database.empty();
    expect(await writeProblem(database.db)).toBeNull();
  });

  it("a database that only reads", async () => {
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`set transaction read only`);
      expect(await writeProblem(tx)).toBe("25006");
    });
  });

  it("a dead photo store", async () => {
    await bucket.breakDown();
    expect((await examined()).found).toEqual(["photos can be stored, read and removed"]);
    await bucket.mend();
    expect((await examined()).found).toEqual([]);
  });

  it("a store that refuses the folder of the published books, as a bucket's policy can", async () => {
    const { photos: store } = photos();
    const write = store.write.bind(store);
    const refusing = vi.spyOn(store, "write").mockImplementation(async (key, ...rest) => {
      if (key.startsWith("books/")) throw new StoreUnavailable("AccessDenied");
      return write(key, ...rest);
    });
    expect((await examined()).found).toEqual(["photos can be stored, read and removed"]);
    refusing.mockRestore();
    expect((await examined()).found).toEqual([]);
  });

  it("a dead mail server", async () => {
    const { port } = mailServer.address() as AddressInfo;
    await new Promise((resolve) => mailServer.close(resolve));
    const { found, rows } = await examined();
    expect({ found, rows }).toEqual({
      found: ["the mail server accepts us"],
      rows: [{ problem: "ESOCKET" }],
    });
    mailServer = newMailServer();
    await listening(mailServer, port);
    expect((await examined()).found).toEqual([]);
  });

  it("a clock that is ten minutes off, by the database and by the provider's Date", async () => {
    for (const minutes of [10, -10]) {
      setClock(() => new Date(Date.now() + minutes * 60_000));
      const { found, rows } = await examined();
      expect(found).toEqual(["this machine's clock is right"]);
      expect(rows).toMatchObject([{ clock: "the database" }, { clock: "stripe" }]);
      for (const { ahead_by_seconds } of rows as { ahead_by_seconds: number }[])
        expect(Math.abs(ahead_by_seconds - minutes * 60)).toBeLessThan(5);
    }
  });

  it("a source whose events are refused again and again with none accepted since", async () => {
    const { noteAccepted, noteRefused } = await import("@/lib/web/event-sources");
    const minute = (n: number) => vi.spyOn(performance, "now").mockReturnValue(n * 60_000);
    for (let n = 1; n <= 3; n += 1) {
      minute(n);
      await noteRefused("stripe", new Error("Timestamp in the future"));
      // Only the first of a minute is written, with how many there were since.
      await noteRefused("paypal", new Error("no"));
    }
    vi.restoreAllMocks();
    expect((await examined()).concerns).toHaveLength(1);
    await noteAccepted("stripe");
    const left = await database.db.execute(sql`select source, times from refused_events`);
    expect([...left]).toEqual([{ source: "paypal", times: 3 }]);
    await noteAccepted("paypal");
    expect((await examined()).concerns).toEqual([]);
  });

  // Last: the script gets modules of its own, and what is imported afterwards has another clock.
  it("a provider that could not be asked: not that the books agree", async () => {
    const { code, out } = await runHere("doctor", [], { env: { ...environment, DATA_DIR: folder.path } });
    expect({ code, agrees: out.includes("The books agree.") }).toEqual({ code: 2, agrees: false });
    expect(out).toMatch(
      /^Not so: every provider could be asked\n {2}\{"provider":"stripe","of":"payouts of the/m,
    );
    expect(out).toContain("It could not look: what is named above was not compared.");
  });
});
