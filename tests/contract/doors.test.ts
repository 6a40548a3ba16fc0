import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { type Call, contract, isChange, needsViewer } from "@/lib/web/contract";
import { Client } from "../support/http";

const calls: [string, Call][] = Object.entries(contract);
const id = crypto.randomUUID();
const params = { id, userId: id, username: "noor", token: "x", donationId: id };
const withBody = calls.filter(([, call]) => call.body);
const writing = calls.filter(([, call]) => isChange(call) && call.access !== "provider");

let person: Client;
beforeAll(async () => {
  person = new Client();
  await person.register();
});

describe("every call", () => {
  it.each(calls.filter(([, call]) => needsViewer(call)))("%s tells a visitor to sign in", async (_, call) => {
    const answer = await new Client().call(call, { params, ...(call.body && { body: {} }) });
    expect(answer).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
  });

  it.each(calls.filter(([, call]) => needsViewer(call)))(
    "%s takes a stale cookie for none",
    async (_, call) => {
      const visitor = new Client();
      visitor.cookie = "steuntje.session=stale";
      expect((await visitor.call(call, { params, ...(call.body && { body: {} }) })).status).toBe(401);
    },
  );

  it.each(writing)("trust 22: %s refuses another origin", async (_, call) => {
    const foreign = ["https://evil.example", "null", "http://localhost:1", `${person.base}.evil.example`];
    const sent = { params, ...(call.method !== "GET" && { body: {} }) };
    for (const origin of foreign) {
      const answer = await person.call(call, { ...sent, headers: { origin } });
      expect(answer).toMatchObject({ status: 403, body: { code: "CROSS_ORIGIN" } });
    }
    for (const site of ["cross-site", "same-site"]) {
      const answer = await person.call(call, { ...sent, headers: { "sec-fetch-site": site } });
      expect(answer.status).toBe(403);
    }
  });

  it.each(withBody)("%s refuses what is not a plain JSON object", async (_, call) => {
    const deep = `{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}`;
    const nothing = call.optionalBody ? [] : [""];
    for (const body of [
      ...nothing,
      "{",
      "[]",
      "null",
      '"text"',
      deep,
      '{"a":{"b":1}}',
      '{"__proto__":{"x":1}}',
    ]) {
      const answer = await person.call(call, { params, body });
      expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    }
  });

  it.each(withBody)("%s refuses another content type, compression and what is too large", async (_, call) => {
    const as = (type: string) => person.call(call, { params, body: "{}", headers: { "content-type": type } });
    expect((await as("text/plain")).status).toBe(415);
    expect((await as("application/x-www-form-urlencoded")).status).toBe(415);
    const large = JSON.stringify({ a: "x".repeat(70_000) });
    expect((await person.call(call, { params, body: large })).status).toBe(413);
    const bomb = gzipSync(Buffer.alloc(2_000_000, "x"));
    const packed = await person.call(call, { params, body: bomb, headers: { "content-encoding": "gzip" } });
    expect(packed.status).toBe(415);
  });

  it.each(calls)("%s answers other methods with 405", async (_, call) => {
    const path = call.path.replace(/\{\w+\}/g, id);
    const known = new Set(
      calls.filter(([, other]) => other.path === call.path).map(([, { method }]) => method as string),
    );
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((each) => !known.has(each))) {
      const answer = await person.send(method, path);
      expect(answer).toMatchObject({ status: 405, body: { code: "METHOD_NOT_ALLOWED" } });
      expect(answer.headers.get("allow")).toBe([...known].sort(byUse).join(", "));
    }
  });
});

describe("the edges", () => {
  it.each([
    "/api",
    "/api/nothing",
    "/api/requests/x/y/z",
    "/api/auth/session",
    "/api/auth/csrf",
    "/api/auth/providers",
  ])("%s is 404 in the contract's shape", async (path) => {
    expect(await person.send("GET", path)).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
  });

  it("answers other methods than Google's with 405 where it sends people back", async () => {
    const answer = await new Client().send("POST", "/api/auth/callback/google");
    expect(answer).toMatchObject({ status: 405, body: { code: "METHOD_NOT_ALLOWED" } });
  });

  it("answers in the caller's language", async () => {
    const visitor = new Client();
    const { body } = await visitor.send("GET", "/api/auth/user", {
      headers: { "accept-language": "de-AT,de;q=0.9" },
    });
    expect(body).toMatchObject({ message: "Bitte melde dich an, um fortzufahren." });
  });

  it("publishes the contract", async () => {
    const { body } = await new Client().call(contract.openApi);
    const document = body as { openapi: string; paths: Record<string, Record<string, unknown>> };
    expect(document.openapi).toMatch(/^3\.1\./);
    for (const [, call] of calls) expect(document.paths[call.path]).toHaveProperty(call.method.toLowerCase());
  });

  it("is healthy", async () => {
    expect((await new Client().call(contract.health)).body).toEqual({ status: "ok" });
  });

  it.each(["/", "/request", "/leaderboard", "/profile", "/notifications", "/nowhere"])(
    "sends a visitor from %s to /auth, also with a stale cookie, without a loop",
    async (path) => {
      const visitor = new Client();
      for (const cookie of ["", "steuntje.session=stale"]) {
        visitor.cookie = cookie;
        const { status, headers } = await visitor.send("GET", path);
        expect(status).toBe(307);
        expect(new URL(headers.get("location") ?? "", visitor.base).pathname).toBe("/auth");
        expect((await visitor.send("GET", "/auth")).status).toBe(200);
      }
    },
  );

  it.each([
    ["/?request=0197", "/?request=0197"],
    ["/profile?boost=normal&tab=a%20b", "/profile?boost=normal&tab=a+b"],
    ["/leaderboard", "/leaderboard"],
  ])("keeps the way back to %s, also where the router fetches it in the background", async (path, next) => {
    const visitor = new Client();
    const background = `${path}${path.includes("?") ? "&" : "?"}_rsc=1a2b3`;
    for (const [asked, headers] of [
      [path, {}],
      [background, { rsc: "1" }],
    ] as const) {
      visitor.cookie = "steuntje.session=stale";
      const { status, headers: answered } = await visitor.send("GET", asked, { headers });
      expect(status).toBe(307);
      const location = new URL(answered.get("location") ?? "", visitor.base);
      expect(location.pathname).toBe("/auth");
      expect(location.searchParams.get("next")).toBe(next);
    }
  });

  it("sends a signed-in person from /auth to where they wanted to go, on this origin only", async () => {
    const to = async (next: string) => {
      const { headers } = await person.send("GET", `/auth?next=${encodeURIComponent(next)}`);
      return new URL(headers.get("location") ?? "", person.base);
    };
    expect((await to("/leaderboard")).pathname).toBe("/leaderboard");
    for (const next of [
      "//evil.example",
      "\\\\evil.example",
      "/\\evil.example",
      "https:evil.example",
      "https://u@evil.example",
    ]) {
      expect((await to(next)).href).toBe(`${person.base}/`);
    }
  });
});

const ORDER = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const byUse = (a: string, b: string) => ORDER.indexOf(a) - ORDER.indexOf(b);
