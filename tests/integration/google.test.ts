import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { closeDb } from "@/db/client";
import { accounts, users } from "@/db/schema";
import { logIn } from "@/lib/domain/accounts/log-in";
import { register } from "@/lib/domain/accounts/register";
import { listNotifications } from "@/lib/domain/messages/queries";
import { openSession } from "@/lib/domain/sessions/open-session";
import { findProof, findViewerBySession } from "@/lib/domain/sessions/queries";
import { isFromToday } from "@/lib/domain/sessions/rules";
import { sidOf } from "@/lib/domain/sessions/token";
import { findMe } from "@/lib/domain/users/queries";
import { HOUR } from "@/lib/ground/durations";
import { log } from "@/lib/server/log";
import { hashed } from "@/lib/web/rate-limit/limit";
import { finishGoogle, startGoogle } from "@/lib/web/session/google";
import type { Browser } from "@/lib/web/session/next-auth";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { type Claims, type OpenIdProvider, startOpenIdProvider } from "../support/openid-provider";

vi.mock("next/headers", () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));
vi.mock("next-intl/server", async () => (await import("../support/browser")).nextIntl);

const APP = "http://localhost:3000";
const PASSWORD = "een lange zin om te onthouden";
const visitor: Browser = {
  token: null,
  locale: "fr",
  address: "203.0.113.7",
  from: { device: null, network: null },
};

let database: TestDatabase;
let provider: OpenIdProvider;

beforeAll(async () => {
  database = await createTestDatabase();
  const client = { id: "steuntje", secret: "a secret between the two" };
  provider = await startOpenIdProvider({ ...client, redirectUri: `${APP}/api/auth/callback/google` });
  vi.stubEnv("APP_URL", APP);
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  vi.stubEnv("AUTH_GOOGLE_ID", client.id);
  vi.stubEnv("AUTH_GOOGLE_SECRET", client.secret);
  vi.stubEnv("AUTH_GOOGLE_ISSUER", provider.issuer);
});
afterAll(async () => {
  await closeDb();
  await provider.close();
  await database.drop();
});

let count = 0;
let claims: Claims;
beforeEach(() => {
  count += 1;
  claims = {
    sub: `google-${count}`,
    email: `google${count}@example.org`,
    email_verified: true,
    name: "Zoë van Dijk",
    given_name: "Zoë",
    family_name: "van Dijk",
    picture: "https://lh3.googleusercontent.com/a/zoe",
  };
  provider.signsIn(claims);
});

/** The cookies that an answer leaves in a browser. */
function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** Starts a sign-in: where the browser is sent, and the cookies that tie the answer to it. */
async function begin(browser = visitor, next: string | null = "/profile") {
  const response = await startGoogle(new Request(`${APP}/api/auth/google`), next, browser);
  return { url: new URL(response.headers.get("location") ?? ""), cookies: cookiesOf(response) };
}

/** Signs in at the provider: where it sends the browser back to. */
async function atProvider(start: URL): Promise<URL> {
  const jar = new Map<string, string>();
  let url = start;
  for (let steps = 0; steps < 10; steps += 1) {
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split("=");
      jar.set(name, value);
    }
    url = new URL(response.headers.get("location") ?? "", url);
    if (url.origin === APP) return url;
  }
  throw new Error("the provider never sent anyone back");
}

/** Comes back from the provider: where the browser goes, and the session it has then. */
async function comeBack(url: URL, cookies: string, browser = visitor) {
  const response = await finishGoogle(new Request(url, { headers: { cookie: cookies } }), browser);
  const set = response.headers.getSetCookie().find((cookie) => cookie.startsWith("steuntje.session="));
  const token = set?.split(";")[0]?.split("=")[1] ?? null;
  return { location: response.headers.get("location"), set, viewer: token && (await holder(token)), token };
}

const holder = (token: string) => findViewerBySession(database.db, token);

async function signIn(browser = visitor, next?: string | null) {
  const { url, cookies } = await begin(browser, next);
  return comeBack(await atProvider(url), cookies, browser);
}

async function rowOf(email: string) {
  const [row] = await database.db.select().from(users).where(eq(users.email, email));
  return row;
}

const passwordAccount = (email: string) =>
  register(database.db, { username: `owner${count}`, name: "Owner", email, password: PASSWORD }, "nl");

const proveAddress = (id: string) =>
  database.db.update(users).set({ emailVerified: new Date() }).where(eq(users.id, id));

describe("signing in", () => {
  test("a new person: an account of theirs, a session like any other, and back to where they were going", async () => {
    const { location, set, viewer } = await signIn();
    expect(location).toBe(`${APP}/profile`);
    expect(set).toMatch(/; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/i);
    const row = await rowOf(claims.email);
    expect(viewer).toMatchObject({ id: row?.id, preferredLanguage: "fr" });
    expect(row).toMatchObject({
      googleId: claims.sub,
      name: "Zoë van Dijk",
      firstName: "Zoë",
      lastName: "van Dijk",
      profileImageUrl: claims.picture,
      password: null,
    });
    expect(row?.username).toMatch(/^zoe\.van\.dijk/);
  });

  test("a new person who came for nothing in particular: the choice of what to do first, once", async () => {
    const first = await signIn(visitor, null);
    expect(first.location).toBe(`${APP}/welcome`);
    expect(first.viewer).not.toBeNull();
    const again = await signIn(visitor, null);
    expect(new URL(again.location ?? "", APP).href).toBe(`${APP}/`);
    expect(again.viewer).toMatchObject({ username: (await rowOf(claims.email))?.username });
  });

  test("is one line of the log, which names nobody", async () => {
    const line = vi.spyOn(log, "info");
    const { viewer } = await signIn();
    const said = line.mock.calls.filter(([, message]) => message === "login").map(([fields]) => fields);
    line.mockRestore();
    expect(said).toEqual([
      { who: hashed(viewer ? viewer.id : ""), from: hashed("203.0.113.7"), outcome: "SIGNED_IN" },
    ]);
  });

  test("nothing of the provider's tokens is kept", async () => {
    await signIn();
    const row = await rowOf(claims.email);
    const [account] = await database.db
      .select()
      .from(accounts)
      .where(eq(accounts.userId, row?.id ?? ""));
    expect(account).toEqual({
      userId: row?.id,
      type: "oidc",
      provider: "google",
      providerAccountId: claims.sub,
      refresh_token: null,
      access_token: null,
      expires_at: null,
      token_type: null,
      scope: null,
      id_token: null,
      session_state: null,
    });
  });

  test("the same person again, whatever their address is now: the same account, a new token, the old one dead", async () => {
    const first = await signIn();
    provider.signsIn({ ...claims, email: `moved${count}@example.org` });
    const again = await signIn({ ...visitor, token: first.token });
    expect(again.viewer).toMatchObject({ id: (await rowOf(claims.email))?.id });
    expect(again.token).not.toBe(first.token);
    expect(await holder(first.token ?? "")).toBeNull();
  });

  test("people of one name get names of their own", async () => {
    const names = new Set<string>();
    for (let i = 0; i < 3; i += 1) {
      provider.signsIn({ ...claims, sub: `same-${i}`, email: `same${i}@example.org`, name: "Same Name" });
      const { viewer } = await signIn();
      names.add(viewer ? viewer.username : "");
    }
    expect(names.size).toBe(3);
    for (const name of names) expect(name).toMatch(/^same\.name\d*$/);
  });

  test("trust 25: asks for a code with state, nonce and an S256 challenge, and to come back to APP_URL whatever the Host", async () => {
    const response = await startGoogle(
      new Request("http://evil.example/api/auth/google", {
        headers: { host: "evil.example", "x-forwarded-host": "evil.example" },
      }),
      null,
      visitor,
    );
    const query = Object.fromEntries(new URL(response.headers.get("location") ?? "").searchParams);
    expect(query).toMatchObject({
      response_type: "code",
      redirect_uri: `${APP}/api/auth/callback/google`,
      code_challenge_method: "S256",
      state: expect.stringMatching(/.{20,}/),
      nonce: expect.stringMatching(/.{20,}/),
    });
  });
});

describe("trust 25: no takeover", () => {
  test("an address that a password account proved is not merged", async () => {
    const id = await passwordAccount(claims.email);
    await proveAddress(id);
    const { location, viewer } = await signIn();
    expect(location).toBe("/auth?error=account_exists&next=%2Fprofile");
    expect(viewer).toBeNull();
    expect(await rowOf(claims.email)).toMatchObject({ id, googleId: null });
  });

  test("in other capitals neither", async () => {
    await proveAddress(await passwordAccount(claims.email));
    provider.signsIn({ ...claims, email: claims.email.toUpperCase() });
    expect((await signIn()).location).toContain("error=account_exists");
  });

  test("an address that its account never proved keeps nobody out: that account loses it and is told in the app", async () => {
    const id = await passwordAccount(claims.email);
    const { token } = await openSession(database.db, id, { replaces: null });
    const { location, viewer } = await signIn();
    expect(location).toBe(`${APP}/profile`);
    const owner = await rowOf(claims.email);
    expect(owner?.id).not.toBe(id);
    expect(owner).toMatchObject({ googleId: claims.sub });
    expect(viewer).toMatchObject({ id: owner?.id });
    expect(owner?.emailVerified).not.toBeNull();
    expect((await findMe(database.db, id)).email).toBe("");
    expect(await findViewerBySession(database.db, token)).toBeNull();
    const { items } = await listNotifications(database.db, id, { limit: 5, cursor: null });
    expect(items).toMatchObject([{ accountChange: "email_lost" }]);
    expect(await logIn(database.db, { username: `owner${count}`, password: PASSWORD })).toBe(id);
  });

  test("a browser that is signed in as somebody else links nothing", async () => {
    const id = await passwordAccount("somebody@example.org");
    const { token } = await openSession(database.db, id, { replaces: null });
    const { viewer } = await signIn({ ...visitor, token });
    expect(viewer).toMatchObject({ id: (await rowOf(claims.email))?.id });
    expect(await rowOf("somebody@example.org")).toMatchObject({ googleId: null });
    const links = await database.db
      .select({ n: sql<number>`count(*)::int` })
      .from(accounts)
      .where(eq(accounts.userId, id));
    expect(links).toEqual([{ n: 0 }]);
  });

  test("an address that Google has not verified opens nothing", async () => {
    provider.signsIn({ ...claims, email_verified: false });
    const { location, viewer } = await signIn();
    expect(location).toBe("/auth?error=google_failed&next=%2Fprofile");
    expect(viewer).toBeNull();
    expect(await rowOf(claims.email)).toBeUndefined();
  });
});

describe("trust 25: an answer that was not asked for is refused", () => {
  const refused = async (result: ReturnType<typeof comeBack>) => {
    const { location, viewer } = await result;
    expect(location).toMatch(/^\/auth\?error=google_failed/);
    expect(viewer).toBeNull();
    expect(await rowOf(claims.email)).toBeUndefined();
  };

  test("state: another, none, or that of another browser", async () => {
    const { url, cookies } = await begin();
    const back = await atProvider(url);
    const forged = new URL(back);
    forged.searchParams.set("state", "forged");
    await refused(comeBack(forged, cookies));
    forged.searchParams.delete("state");
    await refused(comeBack(forged, cookies));
    await refused(comeBack(back, ""));
    await refused(comeBack(back, (await begin()).cookies));
  });

  test("nonce: an ID token made for another sign-in", async () => {
    const { url, cookies } = await begin();
    url.searchParams.set("nonce", "another");
    await refused(comeBack(await atProvider(url), cookies));
    url.searchParams.delete("nonce");
    await refused(comeBack(await atProvider(url), cookies));
  });

  test("PKCE: a code whose challenge was another's", async () => {
    const { url, cookies } = await begin();
    const other = await begin();
    url.searchParams.set("code_challenge", other.url.searchParams.get("code_challenge") ?? "");
    await refused(comeBack(await atProvider(url), cookies));
  });

  test("a stolen code in one's own sign-in", async () => {
    const victim = await begin();
    const stolen = (await atProvider(victim.url)).searchParams.get("code") ?? "";
    const thief = await begin();
    const back = await atProvider(thief.url);
    back.searchParams.set("code", stolen);
    await refused(comeBack(back, thief.cookies));
  });

  test("a code used twice", async () => {
    const { url, cookies } = await begin();
    const back = await atProvider(url);
    expect((await comeBack(back, cookies)).viewer).not.toBeNull();
    const second = await comeBack(back, cookies);
    expect(second.location).toMatch(/^\/auth\?error=google_failed/);
    expect(second.viewer).toBeNull();
  });
});

describe("trust 39: proving again who one is", () => {
  const provenBy = async (token: string | null) => {
    const proof = (await findProof(database.db, sidOf(token ?? ""))).provenAt;
    return proof === null ? null : Date.now() - proof.getTime();
  };

  test("asks to choose the account and to sign in if that was long ago; every sign-in asks when it was", async () => {
    const queryOf = async (options?: { fresh: boolean }) => {
      const response = await startGoogle(new Request(`${APP}/api/auth/google`), null, visitor, options);
      return new URL(response.headers.get("location") ?? "").searchParams;
    };
    const [usual, fresh] = [await queryOf(), await queryOf({ fresh: true })];
    expect([usual.get("prompt"), usual.get("max_age")]).toEqual([null, null]);
    expect([fresh.get("prompt"), fresh.get("max_age")]).toEqual(["select_account", "600"]);
    for (const query of [usual, fresh]) {
      expect(JSON.parse(query.get("claims") ?? "")).toEqual({ id_token: { auth_time: { essential: true } } });
      expect(query.get("scope")).toBe("openid profile email");
    }
  });

  test("counts from when the person signed in there, be it long before they came here, or claimed to be later", async () => {
    const { token: now } = await signIn();
    expect(await provenBy(now)).toBeLessThan(60_000);
    provider.signsIn(claims, new Date(Date.now() - HOUR));
    const { token: earlier } = await signIn();
    expect(await provenBy(earlier)).toBeGreaterThan(HOUR - 1_000);
    provider.signsIn(claims, new Date(Date.now() + HOUR));
    const { token: later } = await signIn();
    expect(await provenBy(later)).toBeGreaterThanOrEqual(0);
  });

  test("is no proof where Google does not say when the person signed in there", async () => {
    const { url, cookies } = await begin();
    // So the provider does as Google does where the operator did not enable its session age claims.
    url.searchParams.delete("claims");
    const { token } = await comeBack(await atProvider(url), cookies);
    expect(isFromToday((await findProof(database.db, sidOf(token ?? ""))).provenAt, new Date())).toBe(false);
  });
});

test("whoever declines at Google is back without a complaint", async () => {
  const { cookies } = await begin();
  const back = new URL(`${APP}/api/auth/callback/google?error=access_denied`);
  expect((await comeBack(back, cookies)).location).toBe("/auth?next=%2Fprofile");
});

describe("unavailable", () => {
  const startFresh = async () => {
    vi.resetModules();
    const fresh = await import("@/lib/web/session/google");
    const response = await fresh.startGoogle(new Request(`${APP}/api/auth/google`), "/?request=7", visitor);
    return response.headers.get("location");
  };

  test("the provider is down", async () => {
    vi.stubEnv("AUTH_GOOGLE_ISSUER", "http://127.0.0.1:9");
    expect(await startFresh()).toBe("/auth?error=google_unavailable&next=%2F%3Frequest%3D7");
  });

  test.each([
    ["set out", "", "?next=/profile", "&next=%2Fprofile"],
    ["come back", "callback/", "?code=x", ""],
  ])("the database is away when they %s", async (_, at, query, next) => {
    await closeDb();
    vi.resetModules();
    vi.stubEnv("DATABASE_URL", "postgres://127.0.0.1:9/none");
    const { GET } = at
      ? await import("@/app/api/auth/callback/google/route")
      : await import("@/app/api/auth/google/route");
    const navigation = { headers: { "sec-fetch-mode": "navigate" } };
    const request = new Request(`${APP}/api/auth/${at}google${query}`, navigation);
    const { status, headers } = await GET(request, { params: Promise.resolve({}) });
    expect([status, headers.get("location")]).toEqual([302, `/auth?error=google_failed${next}`]);
    // The pool that the others ask is of this process.
    await closeDb();
    vi.stubEnv("DATABASE_URL", database.url);
  });

  test("no keys are configured", async () => {
    vi.stubEnv("AUTH_GOOGLE_ID", "");
    vi.stubEnv("AUTH_GOOGLE_SECRET", "");
    expect(await startFresh()).toBe("/auth?error=google_unavailable&next=%2F%3Frequest%3D7");
  });
});
