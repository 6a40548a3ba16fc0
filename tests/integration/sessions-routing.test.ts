import { NextRequest } from "next/server";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { closeDb } from "@/db/client";
import { openSession, renewSession } from "@/lib/domain/sessions/open-session";
import { setClock } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import middleware from "@/middleware";
import { MESSAGE_POLICY } from "@/sandbox/mail/pages";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { addPerson } from "../support/people";

const APP = "http://localhost:3000";

let database: TestDatabase;
let cookie: string;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("APP_URL", APP);
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  cookie = await newCookie();
});
afterAll(async () => {
  await closeDb();
  await database.drop();
});
afterEach(() => setClock());

async function newCookie(): Promise<string> {
  const person = await addPerson(database.db);
  const { token } = await openSession(database.db, person.id, { replaces: null });
  return `steuntje.session=${token}`;
}

type Sent = { cookie?: string; method?: string; headers?: Record<string, string> };

async function visit(path: string, { cookie, method = "GET", headers = {} }: Sent = {}) {
  const response = await middleware(
    new NextRequest(`${APP}${path}`, { method, headers: { ...headers, ...(cookie && { cookie }) } }),
  );
  const location = response.headers.get("location");
  return {
    goesTo: location?.replace(APP, "") ?? null,
    status: response.status,
    headers: response.headers,
    cookie: response.headers.get("set-cookie"),
  };
}

const stale = `steuntje.session=${"A".repeat(43)}`;

describe("a visitor", () => {
  test.each([
    ["/", "/auth"],
    ["/?request=0198", "/auth?next=%2F%3Frequest%3D0198"],
    ["/profile?boost=normal", "/auth?next=%2Fprofile%3Fboost%3Dnormal"],
    ["/leaderboard", "/auth?next=%2Fleaderboard"],
    ["/no/such/page", "/auth?next=%2Fno%2Fsuch%2Fpage"],
    ["/authority", "/auth?next=%2Fauthority"],
    ["/apinotes", "/auth?next=%2Fapinotes"],
    ["//evil.example/x", "/auth?next=%2F%2Fevil.example%2Fx"],
  ])("%s leads to %s", async (path, goesTo) => {
    expect(await visit(path)).toMatchObject({ goesTo, status: 307, cookie: null });
    expect(await visit(path, { cookie: stale })).toMatchObject({ goesTo, status: 307 });
  });

  test.each([
    "/auth",
    "/auth?next=%2Fprofile",
    "/payment-success",
    "/icon.png",
    "/api/requests",
    "/api/nothing",
    "/api",
  ])("%s is open", async (path) => {
    expect((await visit(path)).goesTo).toBeNull();
    expect((await visit(path, { cookie: stale })).goesTo).toBeNull();
  });

  test("a form that is posted to a page is not posted on to /auth", async () => {
    expect(await visit("/profile", { method: "POST" })).toMatchObject({ status: 303 });
  });
});

describe("a signed-in person", () => {
  test.each(["/", "/?request=0198", "/profile", "/no/such/page", "/payment-success", "/api/requests"])(
    "%s is open",
    async (path) => {
      expect(await visit(path, { cookie })).toMatchObject({ goesTo: null, cookie: null });
    },
  );

  test.each([
    ["/auth", "/"],
    ["/auth?next=%2F%3Frequest%3D0198", "/?request=0198"],
    ["/auth?next=%2F%2Fevil.example", "/"],
    ["/auth?next=https%3A%2F%2Fevil.example", "/"],
    ["/auth?next=%2F%5Cevil.example", "/"],
    ["/auth?next=%2Fauth", "/"],
    ["/auth?next=%2Fauth%3Fnext%3D%252Fauth", "/"],
  ])("%s leads to %s", async (path, goesTo) => {
    expect(await visit(path, { cookie })).toMatchObject({ goesTo, status: 307 });
  });
});

describe("a stale cookie", () => {
  test.each(["/", "/auth", "/payment-success", "/api/requests"])(
    "counts as none at %s, and leaves the one that a proof in another tab has set meanwhile",
    async (path) => {
      const before = await newCookie();
      await renewSession(database.db, before.split("=")[1] ?? "");
      const { cookie: set, headers } = await visit(path, { cookie: `${before}; locale=de` });
      expect(set).toBeNull();
      expect(headers.get("x-middleware-request-cookie") ?? "").not.toContain("steuntje.session");
    },
  );

  test("the calls that open and end sessions set their own", async () => {
    expect((await visit("/api/auth/login", { cookie: stale, method: "POST" })).cookie).toBeNull();
  });
});

test("the cookie rolls on with the session, once a day", async () => {
  const mine = await newCookie();
  setClock(() => new Date(Date.now() + 2 * DAY));
  const { cookie: set } = await visit("/profile", { cookie: mine });
  expect(set).toMatch(new RegExp(`^${mine}; Path=/; Expires=[^;]+; HttpOnly; SameSite=lax$`));
  expect((await visit("/profile", { cookie: mine })).cookie).toBeNull();
});

describe("protection", () => {
  test("a page runs scripts by nonce only, another nonce each time", async () => {
    const policies = await Promise.all([visit("/auth"), visit("/auth")]);
    const [one, two] = policies.map(({ headers }) => headers.get("content-security-policy") ?? "");
    expect(one).not.toBe(two);
    const scripts = one?.split("; ").find((directive) => directive.startsWith("script-src")) ?? "";
    expect(scripts).toMatch(/^script-src 'self' 'nonce-[A-Za-z0-9+/]{22}==' 'strict-dynamic'$/);
    expect(one).toContain("frame-ancestors 'none'");
    expect(one).toContain("base-uri 'none'");
  });

  test("the application is told the nonce and the request's id, whatever a client sends", async () => {
    const { headers } = await visit("/auth", { headers: { "x-request-id": "forged", "x-nonce": "forged" } });
    const policy = headers.get("content-security-policy") ?? "";
    expect(headers.get("x-middleware-request-content-security-policy")).toBe(policy);
    expect(policy).toContain(`'nonce-${headers.get("x-middleware-request-x-nonce")}'`);
    expect(headers.get("x-middleware-request-x-request-id")).toBe(headers.get("x-request-id"));
    expect(headers.get("x-request-id")).not.toBe("forged");
  });

  test("a message of the sandbox's mail runs nothing, in a frame of the page that shows it", async () => {
    const policyOf = async (path: string) => (await visit(path)).headers.get("content-security-policy");
    const page = await policyOf("/api/sandbox/mail/mail_1");
    expect(page).toBe(await policyOf("/api/sandbox/mail"));
    expect(page).toMatch(/^default-src 'none'; .*frame-src 'self'; .*frame-ancestors 'none'$/);
    // As the sandbox itself sends it.
    expect(await policyOf("/api/sandbox/mail/mail_1/html")).toBe(MESSAGE_POLICY);
  });

  test.each(["/api/requests", "/api/nothing", "/api/sandbox/mailbox", "/u/x", "/icon.svg"])(
    "%s runs nothing",
    async (path) => {
      const { headers } = await visit(path);
      expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get("x-request-id")).toBeTruthy();
    },
  );
});

// Last: until the database has been asked again, pages say that it is away.
test("a database that is down signs nobody out", async () => {
  await closeDb();
  vi.resetModules();
  vi.stubEnv("DATABASE_URL", "postgres://steuntje@127.0.0.1:9/steuntje");
  const { default: cutOff } = await import("@/middleware");
  const response = await cutOff(new NextRequest(`${APP}/profile`, { headers: { cookie } }));
  expect(response.headers.get("location")).toBeNull();
  expect(response.headers.get("set-cookie")).toBeNull();
  const { closeDb: close } = await import("@/db/client");
  await close();
  vi.stubEnv("DATABASE_URL", database.url);
});
