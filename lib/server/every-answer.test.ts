import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

let server: Server;
let port: number;
beforeEach(async () => {
  vi.resetModules();
  vi.stubEnv("DATABASE_URL", "postgres://localhost/steuntje");
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  vi.stubEnv("APP_URL", "https://steuntje.example");
  server = createServer({ connectionsCheckingInterval: 20 }, (asked, response) => {
    if (asked.url === "/page") response.setHeader("Content-Security-Policy", "script-src 'nonce-1'");
    const answer = asked.url === "/large" ? Buffer.alloc(50_000_000) : undefined;
    asked.resume().once("end", () => response.end(answer));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  vi.unstubAllEnvs();
});

async function headersOf(path: string) {
  const sent = request({ port, path }).end();
  const [answer] = await once(sent, "response");
  answer.resume();
  return answer.headers as Record<string, string>;
}

test("trust 30: every answer has the security headers before anything writes it, and keeps a policy of its own", async () => {
  const { setSecurityHeaders } = await import("./security-headers");
  setSecurityHeaders();
  const set = await headersOf("/");
  expect(set).toMatchObject({
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "strict-transport-security": "max-age=63072000",
  });
  expect((await headersOf("/page"))["content-security-policy"]).toBe("script-src 'nonce-1'");
});

test("trust 29: a connection on which a request trickles in is ended", async () => {
  const { setServerTimeouts } = await import("./http-servers");
  setServerTimeouts({ headersMs: 100, requestMs: 200, idleMs: 5_000 });
  await headersOf("/");
  for (const beginning of [
    "GET / HTTP/1.1\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n",
  ]) {
    const socket = connect(port, "127.0.0.1");
    socket.write(beginning);
    const trickle = setInterval(() => socket.write("x"), 20);
    const [answer] = (await once(socket, "data")) as [Buffer];
    clearInterval(trickle);
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 408 /);
    socket.destroy();
  }
});

test("trust 34: a connection is ended when nobody reads its answer, however much of it there is", async () => {
  const { setServerTimeouts } = await import("./http-servers");
  setServerTimeouts({ headersMs: 5_000, requestMs: 5_000, idleMs: 200 });
  const socket = connect(port, "127.0.0.1");
  socket.pause().on("error", () => undefined);
  socket.write("GET /large HTTP/1.1\r\nHost: x\r\n\r\n");
  const [served] = (await once(server, "connection")) as [Socket];
  const ended = once(served, "close").then(() => "ended");
  expect(await Promise.race([ended, sleep(3_000, "open")])).toBe("ended");
  socket.destroy();
});

test("what is written is compressed by Brotli, else gzip, and not where the answer forbids it", async () => {
  const { compressAnswer } = await import("./compress-answers");
  const text = "a page of text, ".repeat(500);
  server.removeAllListeners("request");
  server.on("request", (asked, response) => {
    compressAnswer(asked, response);
    response.setHeader("Content-Type", "text/html");
    if (asked.url === "/stream") response.setHeader("Cache-Control", "no-transform");
    if (asked.url === "/part")
      response.writeHead(206, { "Content-Range": `bytes 0-${text.length - 1}/9000` });
    response.end(text);
  });
  const sent = async (path: string, accepted: string) => {
    const [answer] = (await once(
      request({ port, path, headers: { "accept-encoding": accepted } }).end(),
      "response",
    )) as [IncomingMessage];
    const body = Buffer.concat(await answer.toArray());
    return { encoding: answer.headers["content-encoding"], vary: answer.headers.vary, body };
  };
  const brotli = await sent("/", "gzip, deflate, br");
  expect(brotli).toMatchObject({ encoding: "br", vary: "Accept-Encoding" });
  expect(brotliDecompressSync(brotli.body).toString()).toBe(text);
  const gzip = await sent("/", "gzip");
  expect(gzip.encoding).toBe("gzip");
  expect(gunzipSync(gzip.body).toString()).toBe(text);
  for (const [path, accepted] of [
    ["/", "identity"],
    ["/stream", "br"],
    ["/part", "br"],
  ] as const) {
    const { encoding, body } = await sent(path, accepted);
    expect(encoding, path).toBeUndefined();
    expect(body.toString()).toBe(text);
  }
});
