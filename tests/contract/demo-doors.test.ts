import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import texts from "@/messages/nl.json";
import { Client, ownStack } from "../support/http";

/** Who reaches the demo's mail, its control and its providers' pages (D53): by socket and by host name. */
const OUTSIDE = Object.values(networkInterfaces())
  .flat()
  .filter((each) => each?.family === "IPv4" && !each.internal)
  .map((each) => each?.address ?? "");

type Sent = { address?: string; host?: string; headers?: string[]; base?: string; body?: unknown };

/** Sends a body by POST as JSON. */
async function get(
  path: string,
  { address = "localhost", host, headers = [], base = ownStack().appUrl, body }: Sent = {},
) {
  const { port } = new URL(base);
  const text = body === undefined ? "" : JSON.stringify(body);
  const head = [
    `${text ? "POST" : "GET"} ${path} HTTP/1.1`,
    `Host: ${host ?? `${address}:${port}`}`,
    "Connection: close",
    ...(text ? ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(text)}`] : []),
    ...headers,
  ];
  const answer = await new Promise<string>((resolve, reject) => {
    let said = "";
    const socket = connect(Number(port), address)
      .on("data", (chunk: Buffer) => {
        said += chunk.toString();
      })
      .on("error", reject)
      .on("close", () => resolve(said));
    socket.write(`${head.join("\r\n")}\r\n\r\n${text}`);
  });
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0), answer };
}

const PAGES = [
  "mail",
  "mail/mail_1",
  "mail/mail_1/html",
  "checkout/cs_1",
  "approve/x",
  "3ds/pi_1",
  "onboarding/x",
];
const FORGED = [
  "X-Forwarded-For: 127.0.0.1",
  "Forwarded: for=127.0.0.1",
  "X-Real-IP: 127.0.0.1",
  "X-Forwarded-Host: localhost",
  "Via: 1.1 proxy",
];

describe("trust 38: the demo's mail and its providers' pages", () => {
  it("open for this machine", async () => {
    expect((await get("/api/sandbox/mail")).status).toBe(200);
    expect((await get("/api/sandbox/mail", { address: "127.0.0.1" })).status).toBe(200);
    expect((await get("/api/sandbox/checkout/cs_1")).status).toBe(404);
  });

  it("do not open for another machine, which is told why, whatever it sends", async () => {
    for (const address of OUTSIDE) {
      for (const path of PAGES) {
        for (const headers of [
          [],
          ["X-Steuntje-Local: yes", "X-Steuntje-Socket-Address: 127.0.0.1", ...FORGED],
        ]) {
          const { status, answer } = await get(`/api/sandbox/${path}`, { address, headers });
          expect([path, status]).toEqual([path, 403]);
          expect(answer).toContain(texts.sandbox.elsewhere.title);
        }
      }
      const { answer } = await get("/auth", { address });
      expect(answer).toContain(texts.shell.sandboxElsewhere);
      expect(answer).not.toContain("/api/sandbox/mail");
    }
    expect((await get("/auth")).answer).toContain("/api/sandbox/mail");
  });

  it("do not open through a proxy on this machine", async () => {
    for (const header of FORGED) {
      expect([header, (await get("/api/sandbox/mail", { headers: [header] })).status]).toEqual([header, 403]);
    }
  });
});

describe("trust 38: a name that somebody else points at this machine", () => {
  const NAMES = ["evil.example", "evil.example:3000", "localhost.evil.example", "127.0.0.1.evil.example"];

  it("gets 421 everywhere in the application", async () => {
    for (const host of NAMES) {
      for (const path of ["/", "/auth", "/api/health", "/api/sandbox/mail", "/icon.svg", "/_next/x"]) {
        expect([host, path, (await get(path, { host })).status]).toEqual([host, path, 421]);
      }
    }
    for (const host of ["localhost", "app.localhost", "127.0.0.1:1", "[::1]:3000", "192.0.2.7"]) {
      expect([host, (await get("/api/health", { host })).status]).toEqual([host, 200]);
    }
  });

  it("gets 421 from the sandbox itself, which listens on the loopback address only", async () => {
    const base = ownStack().sandboxUrl;
    for (const path of ["/mail", "/_sandbox/state", "/checkout/cs_1", "/health", "/v1/events"]) {
      for (const host of NAMES) {
        expect([path, host, (await get(path, { address: "127.0.0.1", base, host })).status]).toEqual([
          path,
          host,
          421,
        ]);
      }
    }
    expect((await get("/health", { address: "127.0.0.1", base })).status).toBe(200);
    for (const address of OUTSIDE) {
      await expect(get("/health", { address, base })).rejects.toMatchObject({ code: "ECONNREFUSED" });
    }
  });
});

describe("trust 22: the demo opened by an address of its machine, as on a phone (D53)", () => {
  const { port } = new URL(ownStack().appUrl);
  const post = (path: string, address: string, origin: string, body: object, cookie = "") =>
    get(path, { address, body, headers: [`Origin: ${origin}`, `Cookie: ${cookie}`] });

  it("takes what its own pages send, and nothing of another origin", async () => {
    const { username, password } = await new Client().register();
    expect(OUTSIDE.length).toBeGreaterThan(0);
    for (const address of [...OUTSIDE, "127.0.0.1"]) {
      const here = `http://${address}:${port}`;
      const login = (origin: string) => post("/api/auth/login", address, origin, { username, password });
      for (const origin of ["http://192.0.2.7", `http://192.0.2.7:${port}`, `http://${address}`, "null"])
        expect([origin, (await login(origin)).status]).toEqual([origin, 403]);
      const { status, answer } = await login(here);
      expect(status).toBe(200);
      const cookie = /set-cookie: ([^;]+)/i.exec(answer)?.[1];
      const upload = await post("/api/photos/upload", address, here, {}, cookie);
      expect(upload.answer).toContain(`"uploadURL":"${here}/api/photos/uploads/`);
    }
  });

  it("lets a payer come back to that address, and to no other", async () => {
    for (const address of OUTSIDE) {
      const pay = async (origin: string) => {
        const body = new URLSearchParams({ return_url: `${origin}/payment-success` });
        const path = `http://${address}:${port}/api/sandbox/v1/payment_intents/pi_1/confirm`;
        return (await fetch(path, { method: "POST", body })).text();
      };
      expect(await pay("http://192.0.2.7")).toContain("VALIDATION_ERROR");
      for (const origin of [`http://${address}:${port}`, ownStack().appUrl])
        expect(await pay(origin)).not.toContain("VALIDATION_ERROR");
    }
  });

  it("is not opened by a name: its origin is not ours, whatever its Host says", async () => {
    const host = `app.localhost:${port}`;
    const headers = [`Origin: http://${host}`];
    expect((await get("/api/auth/login", { host, headers, body: {} })).status).toBe(403);
  });
});
