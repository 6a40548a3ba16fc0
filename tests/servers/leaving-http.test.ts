import { readdirSync, readlinkSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { Client } from "../support/http";
import { type Server, startStack } from "../support/stack";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];
/** Redirected, public, unknown, a call, a file, Next.js' own, its development socket, and no path at all. */
const PATHS = [
  "/",
  "/profile",
  "/auth",
  "/no-such-page",
  "/api/health",
  "/api/no-such-call",
  "/icon.svg",
  "/_next/static/no-such.js",
  "/_next/hmr",
  "/photos/x.webp",
  "*",
];
const PROTOCOLS = ["websocket", "h2c", "TLS/1.0"];

const upgrade = (method: string, path: string, protocol = "websocket") =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`;

const CONNECTS = ["example.org:443", "/profile", "localhost:80"].map(
  (target) => `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`,
);
const HEADS = [
  ...METHODS.flatMap((method) => PATHS.map((path) => upgrade(method, path))),
  ...PROTOCOLS.flatMap((protocol) => PATHS.map((path) => upgrade("GET", path, protocol))),
  ...CONNECTS,
];

/** How many descriptors of a process lead to sockets. */
function socketsOf(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((fd) => {
    try {
      return readlinkSync(`${folder}/${fd}`).startsWith("socket:");
    } catch {
      return false;
    }
  }).length;
}

/** A connection that says something and then nothing; its errors do not matter. */
function say(port: number, text: string): Socket {
  const socket = connect(port, "localhost").on("error", () => undefined);
  socket.write(text);
  return socket;
}

const closed = (socket: Socket) =>
  socket.closed ? Promise.resolve() : new Promise((resolve) => socket.resume().once("close", resolve));

/** Ways of leaving: at once, after saying that nothing more comes, and without a word. */
const LEAVING: [string, (socket: Socket) => Promise<void>][] = [
  [
    "hangs up",
    async (socket) => {
      await sleep(20);
      socket.resetAndDestroy();
    },
  ],
  [
    "says that nothing more comes",
    async (socket) => {
      socket.end();
      await sleep(20);
      socket.destroy();
    },
  ],
  [
    "is gone after a while",
    async (socket) => {
      await sleep(300);
      socket.destroy();
    },
  ],
];

describe.each<[string, string[] | undefined]>([
  ["next start", undefined],
  ["the image's server", ["tests/support/image-server.cjs"]],
])("trust 34: %s, and connections that leave HTTP or say nothing", (_, program) => {
  let running: Awaited<ReturnType<typeof startStack>>;
  let server: Server;
  let port: number;
  const early: Socket[] = [];

  beforeAll(async () => {
    let knocking = true;
    running = await startStack({
      postgresUrl: inject("postgresUrl"),
      env: async () => ({ RATE_LIMITS: "off" }),
      ...(program && { program }),
      meanwhile: (port) => {
        const knock = async () => {
          for (; knocking && early.length < 400; await sleep(5)) {
            const socket = connect(port, "localhost");
            socket.on("error", () => undefined);
            socket.once("connect", () => {
              early.push(socket);
              socket.write(upgrade("GET", "/profile"));
            });
          }
        };
        void knock();
      },
    });
    knocking = false;
    server = running.servers[0] as Server;
    port = Number(new URL(server.url).port);
  });
  afterAll(() => running.stop());

  it("upgrades that came while it started leave nothing open", async () => {
    await sleep(200);
    expect(early.length).toBeGreaterThan(10);
    for (const socket of early) socket.destroy();
    await expect.poll(() => socketsOf(server.pid), { timeout: 10_000 }).toBeLessThan(30);
  });

  it.each(LEAVING)(
    "every method, path and protocol: a caller that %s leaves nothing open",
    async (_, leave) => {
      await new Client(server.url).send("GET", "/api/health");
      const before = socketsOf(server.pid);
      for (let at = 0; at < HEADS.length; at += 20) {
        await Promise.all(HEADS.slice(at, at + 20).map((head) => leave(say(port, head))));
      }
      await expect
        .poll(() => socketsOf(server.pid), { timeout: 15_000 })
        .toBeLessThanOrEqual(before + HEADS.length / 20);
      expect((await new Client(server.url).send("GET", "/api/health")).status).toBe(200);
    },
  );

  it("an upgrade is answered as any request, and a CONNECT is not", { tags: "long" }, async () => {
    const answer = async (text: string) => {
      const socket = say(port, text);
      let said = "";
      socket.on("data", (chunk: Buffer) => {
        said += chunk.toString("latin1");
      });
      await Promise.race([closed(socket), sleep(8_000)]);
      socket.destroy();
      return said.split("\r\n")[0];
    };
    const [redirected, found, ...connected] = await Promise.all(
      [upgrade("GET", "/profile"), upgrade("GET", "/api/health"), ...CONNECTS].map(answer),
    );
    expect(redirected).toMatch(/ 307 /);
    expect(found).toMatch(/ 200 /);
    for (const said of connected) expect(said).toBe("");
  });

  it("silent, half-open and unread connections are ended within a minute", {
    timeout: 90_000,
    tags: "long",
  }, async () => {
    const before = socketsOf(server.pid);
    const beginnings = [
      "",
      "GET /profile HTTP/1.1\r\nHost: lo",
      "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n",
      upgrade("GET", "/auth"),
    ];
    const sockets = beginnings.flatMap((text) => Array.from({ length: 10 }, () => say(port, text)));
    await sleep(500);
    expect(socketsOf(server.pid)).toBeGreaterThan(before + 20);
    await Promise.race([Promise.all(sockets.map(closed)), sleep(60_000)]);
    expect(sockets.filter((socket) => !socket.closed)).toHaveLength(0);
    await expect.poll(() => socketsOf(server.pid), { timeout: 5_000 }).toBeLessThanOrEqual(before + 5);
  });

  it("SIGTERM ends it within seconds, whatever is open", async () => {
    for (const head of HEADS.slice(0, 40)) say(port, head);
    for (const beginning of ["", "GET / HTTP/1.1\r\n"]) say(port, beginning);
    // Asks for much and reads nothing.
    const unread = connect({ port, host: "localhost", highWaterMark: 1 } as { port: number; host: string });
    unread.on("error", () => undefined).pause();
    for (let asked = 0; asked < 50; asked += 1) unread.write("GET /auth HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await sleep(500);
    const start = performance.now();
    server.signal("SIGTERM");
    expect(await server.ended).toBe(0);
    expect(performance.now() - start).toBeLessThan(8_000);
  });
});
