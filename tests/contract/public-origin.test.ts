import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { createTransport } from "nodemailer";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { connect } from "@/db/client";
import { rateLimits } from "@/db/schema";
import type { Upload } from "@/lib/domain/photos/types";
import { type Call, contract, needsViewer } from "@/lib/web/contract";
import { keyOf } from "@/lib/web/rate-limit/limit";
import { LIMITS, type LimitName } from "@/lib/web/rate-limit/limits";
import texts from "@/messages/en.json";
import { callAction } from "../support/action-call";
import { builtActions, builtPages, builtRoutes } from "../support/doors";
import { Client, eventually, ownStack } from "../support/http";
import { waitForMail } from "../support/mail";
import { picture } from "../support/pictures";
import { type Server, startStack } from "../support/stack";

/** The application as it is on the internet: on https, with its limits. */
const ORIGIN = "https://steuntje.example";
const SECRET = "a secret that the server and these tests share";

let started: Awaited<ReturnType<typeof startStack>>;
let server: Server;
let books: ReturnType<typeof connect>;
beforeAll(async () => {
  started = await startStack({
    postgresUrl: ownStack().databaseUrl,
    env: async () => ({ APP_URL: ORIGIN, AUTH_SECRET: SECRET }),
  });
  const [first] = started.servers;
  if (!first) throw new Error("no server was started");
  server = first;
  books = connect(started.stack.databaseUrl, { max: 4 });
  vi.stubEnv("DATABASE_URL", started.stack.databaseUrl);
  vi.stubEnv("AUTH_SECRET", SECRET);
});
afterAll(async () => {
  await books.close();
  await started.stop();
});

const newClient = () => new Client(server.url);
const sql = async (statement: string) => {
  const client = postgres(started.stack.databaseUrl, { max: 1, onnotice: () => undefined });
  await client.unsafe(statement).finally(() => client.end());
};
afterEach(() => books.db.delete(rateLimits));

const calls: [string, Call][] = Object.entries(contract);
const id = randomUUID();
const params = { id, userId: id, username: "noor", token: "x", donationId: id, night: "2026-11-27" };

describe("trust 30: every answer bears the security headers", () => {
  let person: Client;
  let shown: string[];
  beforeAll(async () => {
    person = newClient();
    await person.requester();
    const avatar = `data:image/png;base64,${(await picture("png", 200, 200)).toString("base64")}`;
    await person.call(contract.updateUser, { body: { avatar } });
    const upload = (await person.call(contract.uploadPhoto)).body as Upload;
    const sent = new URL(upload.uploadURL);
    const bytes = new Uint8Array(await picture("jpeg", 500, 400));
    await fetch(server.url + sent.pathname + sent.search, { method: "PUT", body: bytes });
    const { body } = await person.call(contract.createRequest, {
      body: { item: "A coat", description: "It is cold.", goal: 5_000, photoUrl: upload.photoUrl },
    });
    const { id, photoUrl, user } = body as { id: string; photoUrl: string; user: { avatar: string } };
    const shared = String((await newClient().send("GET", `/auth?next=/?request=${id}`)).body);
    const [card = ""] = /\/share-image\/[^"?]+/.exec(shared) ?? [];
    shown = [photoUrl, user.avatar, card];
  });

  /** The headers that every answer must have, and what its policy must not allow. */
  function expectProtected(headers: Headers, where: string): string {
    const fixed = Object.fromEntries(
      ["x-content-type-options", "x-frame-options", "referrer-policy", "strict-transport-security"].map(
        (name) => [name, headers.get(name)],
      ),
    );
    expect({ where, ...fixed }).toEqual({
      where,
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "strict-origin-when-cross-origin",
      "strict-transport-security": "max-age=63072000",
    });
    expect(headers.get("permissions-policy"), where).toContain("camera=()");
    expect(headers.get("cross-origin-opener-policy"), where).toBe("same-origin-allow-popups");
    expect(headers.get("x-powered-by"), where).toBeNull();
    const policy = headers.get("content-security-policy") ?? "";
    const directives = new Map(policy.split("; ").map((each) => each.split(/ (.*)/s) as [string, string]));
    expect(directives.get("frame-ancestors"), where).toBe("'none'");
    const scripts = directives.get("script-src") ?? directives.get("default-src") ?? "*";
    expect(scripts, where).toMatch(/^('none'|'self' 'nonce-[\w+/=]{22,}' 'strict-dynamic')$/);
    for (const cookie of headers.getSetCookie()) {
      expect(cookie, where).toMatch(/^__Host-[^=]+=/);
      expect(cookie, where).toMatch(/; Secure/i);
      expect(cookie, where).toMatch(/; Path=\//i);
      expect(cookie, where).not.toMatch(/; Domain=/i);
    }
    return scripts;
  }

  it.each<[string, string, string, number]>([
    ["a page", "GET", "/auth", 200],
    ["a page that stands in", "GET", "/offline", 200],
    ["a redirect", "GET", "/profile", 307],
    ["an unknown page", "GET", "/nowhere", 307],
    ["an unknown file", "GET", "/nothing.php", 307],
    ["a path that climbs", "GET", "/..%2f..%2fetc%2fpasswd", 307],
    ["a double slash", "GET", "//evil.example", 308],
    ["an address that cannot be decoded", "GET", "/%E0%A4%A", 307],
    ["a call that cannot be decoded", "GET", "/api/%E0%A4%A", 307],
    ["an unknown call", "GET", "/api/nothing", 404],
    ["a method that a call has not", "DELETE", "/api/health", 405],
    ["a call without a session", "GET", "/api/notifications", 401],
    ["a call from elsewhere", "POST", "/api/auth/logout", 403],
    ["the picture optimizer, which is closed", "GET", "/_next/image?url=%2Ficon-512.png&w=640&q=75", 404],
    ["a chunk of another build", "GET", "/_next/static/chunks/gone.js", 404],
    ["the service worker", "GET", "/sw.js", 200],
    ["the manifest", "GET", "/manifest.webmanifest", 200],
    ["what robots read", "GET", "/robots.txt", 200],
    ["a photo that is not there", "GET", `/photos/${id}.webp`, 404],
    ["an avatar that is not there", "GET", "/avatars/x.webp", 404],
    ["a share picture that is not there", "GET", "/share-image/x.jpg", 404],
    ["an upload without a signature", "PUT", "/api/photos/uploads/x", 403],
  ])("%s: %s %s is %i", async (_, method, path, status) => {
    const response = await fetch(server.url + path, {
      method,
      redirect: "manual",
      ...(path === "/api/auth/logout" && { headers: { origin: "https://evil.example" } }),
    });
    expectProtected(response.headers, path);
    expect(response.status).toBe(status);
  });

  it("every route handler and page of the build, for a visitor and for somebody signed in", async () => {
    const paths = [...builtRoutes(), ...builtPages()].map((path) => path.replace(/\{\w+\}/g, id));
    expect(paths.length).toBeGreaterThan(40);
    for (const client of [newClient(), person]) {
      for (const path of paths) expectProtected((await client.send("GET", path)).headers, path);
    }
  });

  it.each(calls)("%s: its refusals of nothing, nonsense and too much", async (_, call) => {
    const path = call.path.replace(/\{\w+\}/g, id);
    if (call.method === "GET") return void expectProtected((await person.send("GET", path)).headers, path);
    for (const body of [undefined, "{", "x".repeat(700_000)]) {
      const visitor = newClient();
      expectProtected((await visitor.send(call.method, path, { body })).headers, `${call.method} ${path}`);
    }
  });

  it("pictures, static files, and everything in the public folder", async () => {
    const page = String((await newClient().send("GET", "/auth")).body);
    const hashed = [...page.matchAll(/\/_next\/static\/[^"'\\ ]+\.(?:js|css|woff2)/g)].map(([path]) => path);
    expect(hashed.length).toBeGreaterThan(5);
    const files = readdirSync("public").map((name) => `/${name}`);
    for (const path of new Set([...hashed, ...files, ...shown])) {
      const { status, headers } = await newClient().send("GET", path);
      expect(`${path} ${status}`).toBe(`${path} 200`);
      expectProtected(headers, path);
    }
  });

  it("what fails on our side", async () => {
    await sql("alter table requests rename to requests_away");
    try {
      const call = await newClient().send("GET", "/api/requests");
      expect(call).toMatchObject({ status: 500, body: { code: "INTERNAL" } });
      expectProtected(call.headers, "a call that fails");
      const page = await person.send("GET", "/");
      expectProtected(page.headers, "a page that fails");
    } finally {
      await sql("alter table requests_away rename to requests");
    }
  });

  it("a page's nonce is its own, and on every script of it", async () => {
    const nonces = new Set<string>();
    for (const [client, path] of [
      [newClient(), "/auth"],
      [newClient(), "/auth"],
      [person, "/"],
      [person, "/profile"],
      [newClient(), "/offline"],
    ] as const) {
      const { headers, body } = await client.send("GET", path);
      const [, nonce = ""] = /'nonce-([^']+)'/.exec(expectProtected(headers, path)) ?? [];
      nonces.add(nonce);
      const scripts = String(body).match(/<script\b[^>]*>/g) ?? [];
      expect(scripts.length).toBeGreaterThan(0);
      for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
    }
    expect(nonces.size).toBe(5);
  });
});

describe("trust 30: violations of a page's policy are collected", () => {
  const tell = (path: string, type: string, body: unknown, headers = {}) =>
    newClient().send("POST", path, {
      body: JSON.stringify(body),
      headers: { "content-type": type, origin: ORIGIN, "sec-fetch-site": "same-origin", ...headers },
    });
  const violation = (blocked: string) => ({
    "csp-report": {
      "document-uri": `${ORIGIN}/payment-success?payment_intent_client_secret=hidden`,
      "effective-directive": "script-src-elem",
      "blocked-uri": blocked,
    },
  });

  it("at the address that the page names, in both ways, and are logged without queries", async () => {
    const { headers } = await newClient().send("GET", "/auth");
    const [, older = ""] = /report-uri ([^;]+)/.exec(headers.get("content-security-policy") ?? "") ?? [];
    const [, group = ""] = /report-to ([^;]+)/.exec(headers.get("content-security-policy") ?? "") ?? [];
    const [, name, newer = ""] = /^(\w+)="([^"]+)"$/.exec(headers.get("reporting-endpoints") ?? "") ?? [];
    expect(name).toBe(group);
    const first = await tell(older, "application/csp-report", violation("https://first.example/x?hidden"));
    const body = {
      documentURL: `${ORIGIN}/`,
      effectiveDirective: "img-src",
      blockedURL: "https://b.example",
    };
    const second = await tell(newer, "application/reports+json", [{ type: "csp-violation", body }]);
    expect([first.status, second.status]).toEqual([204, 204]);
    const told = await eventually(
      async () =>
        server
          .output()
          .split("\n")
          .filter((line) => line.includes("content policy violation")),
      (lines) => lines.length >= 2,
    );
    expect(told.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ page: "/payment-success", blocked: "https://first.example", level: 40 }),
      expect.objectContaining({ page: "/", directive: "img-src", blocked: "https://b.example" }),
    ]);
    expect(told.join()).not.toContain("hidden");
  });

  it("are refused from elsewhere, in other forms, and in excess", async () => {
    const { path } = contract.reportViolations;
    const elsewhere = await tell(path, "application/csp-report", violation("x"), {
      origin: "https://evil.example",
    });
    expect(elsewhere.status).toBe(403);
    expect((await tell(path, "application/json", violation("x"))).status).toBe(415);
    expect((await tell(path, "application/csp-report", "x".repeat(20_000))).status).toBe(413);
    await spend("reportAddress");
    expect((await tell(path, "application/csp-report", violation("x"))).status).toBe(429);
  });
});

/** Everything from this machine. */
const ADDRESSES = ["127.0.0.1", "0:0:0:0"];

/** Uses a limit up, for a person or for who calls from here; `left` are left over. */
async function spend(name: LimitName, { subject, left = 0 }: { subject?: string; left?: number } = {}) {
  const { max, within } = LIMITS[name];
  const [count, resetAt] = [max - left, new Date(Date.now() + within)];
  for (const each of subject ? [subject] : ADDRESSES) {
    await books.db
      .insert(rateLimits)
      .values({ key: keyOf(name, each), count, resetAt })
      .onConflictDoUpdate({ target: rateLimits.key, set: { count } });
  }
}

/** Without a limit of their own, and why. */
const UNLIMITED: Partial<Record<keyof typeof contract, string>> = {
  logout: "ends the caller's own session",
  endSession: "evicts, and costs little",
  endOtherSessions: "evicts, and costs little",
  stripeWebhook: "is judged by its signature before any work",
  stripeConnectWebhook: "is judged by its signature before any work",
  stripeAccountsWebhook: "is judged by its signature before any work",
};

/** The token of a link that was never made. */
const LINK = "A".repeat(43);

/** Bodies that pass the schema, where an empty one does not. */
const BODIES: Partial<Record<keyof typeof contract, Record<string, unknown>>> = {
  register: { username: "somebody", name: "S", email: "somebody@example.org", password: "een lange zin" },
  login: { username: "somebody", password: "een lange zin" },
  editRequest: { item: "A coat" },
  writePost: { kind: "thanks", text: "", audience: "givers" },
  editPost: { text: "It is here." },
  createRequest: { item: "A coat", description: "It is cold.", goal: 5_000 },
  createPaymentIntent: { amount: "1", requestId: id },
  reserve: { paymentIntentId: id },
  startGift: { token: "x".repeat(17), amount: "5", email: "nobody.at-all@example.org" },
  claimGift: { token: "x".repeat(43) },
  changeGift: { receiptToken: "x".repeat(43), anonymous: false },
  createSubscription: { tier: "gold" },
  purchaseBoosts: { boostType: "normal", quantity: 1 },
  createCheckout: { amount: "8.99", description: "5 normal boosts", currency: "eur" },
  forgotPassword: { email: "somebody@example.org" },
  sendCancelLink: { email: "somebody@example.org" },
  cancelByLink: { token: LINK },
  withdraw: { kind: "boosts", id },
  sendReport: {
    target: { kind: "request", id },
    ground: "child_abuse",
    text: "It is a photo of somebody else.",
    goodFaith: true,
  },
  resetPassword: { token: LINK, password: "een lange zin" },
  changePassword: { currentPassword: "een lange zin", password: "een andere zin" },
  changeEmail: { email: "somebody@example.org" },
  confirmEmail: { token: LINK },
  undoEmail: { token: LINK },
  contestUndo: { token: LINK },
  passkeyLogin: { id: "A", clientDataJSON: "A", authenticatorData: "A", signature: "A" },
  renewPush: {
    endpoint: "https://push.example/1",
    p256dh: "A".repeat(87),
    auth: "A".repeat(22),
    replaces: "",
  },
  resubscribe: { value: "now" },
  nearestPlace: { latitude: 52.09, longitude: 5.12 },
};

/** Parameters that pass the schema, where none do not. */
const QUERIES: Partial<Record<keyof typeof contract, Record<string, string>>> = {
  payoutStatement: { year: "2026", format: "csv" },
  givenYear: { year: "2026", format: "csv" },
  readFaces: { ids: randomUUID() },
  bookConsistency: { from: "2026-11-26", to: "2026-11-27" },
};

describe("the mail of the sandbox", () => {
  it("is shown to nobody, and not linked: it has everybody's reset links", async () => {
    await createTransport(started.stack.scripts.SMTP_URL).sendMail({
      from: started.stack.scripts.MAIL_FROM,
      to: "zoe@example.org",
      subject: "Reset",
      html: "<p>A link</p>",
    });
    const { id } = await waitForMail(started.stack, { to: "zoe@example.org" });
    for (const path of ["", `/${id}`, `/${id}/html`]) {
      const { status, body } = await newClient().send("GET", `/api/sandbox/mail${path}`);
      expect([status, body]).toMatchObject([404, { code: "NOT_FOUND" }]);
    }
    const english = { headers: { "accept-language": "en" } };
    const page = String((await newClient().send("GET", "/auth", english)).body);
    expect(page.includes(texts.shell.sandbox)).toBe(true);
    expect(page.includes("/api/sandbox/mail")).toBe(false);
  });
});

/** Actions that do not count as a change: a choice of language counts as one of settings, the others evict. */
const OTHER_ACTIONS = [
  "chooseLanguageAction",
  "changePasswordAction",
  "endSessionAction",
  "endOtherSessionsAction",
  "removePasskeyAction",
  "removeSecondFactorAction",
  "sendPasswordLinkAction",
];

describe("limits", () => {
  const limited = calls.filter(([, call]) => call.limit);
  const changing = calls.filter(([, call]) => call.method !== "GET");

  it.each(changing)("%s has one", (name, call) => {
    const has = call.limit !== undefined || (needsViewer(call) && !call.evicts);
    expect(has).toBe(!Object.hasOwn(UNLIMITED, name));
  });

  it.each(limited)("%s is refused when its own is used up", async (name, call) => {
    const person = newClient();
    const { id: subject } = await person.register();
    const isPersonal = LIMITS[call.limit as LimitName].per === "person";
    await spend(call.limit as LimitName, isPersonal ? { subject } : {});
    const client = isPersonal || needsViewer(call) ? person : newClient();
    const body = call.body && { body: BODIES[name as keyof typeof contract] ?? {} };
    const query = QUERIES[name as keyof typeof contract] ?? {};
    const answer = await client.call(call, { params, query, ...body });
    expect(answer).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
    const { within } = LIMITS[call.limit as LimitName];
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(answer.headers.get("retry-after"))).toBeLessThanOrEqual(within / 1_000);
  });

  it("trust 35: a new picture of oneself has a limit of its own, and the rest can still be changed", async () => {
    const person = newClient();
    const { id: subject } = await person.register();
    const change = async (avatar: string) =>
      (await person.call(contract.updateUser, { body: { avatar } })).status;
    const pixel =
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
    await spend("changePicture", { subject, left: 1 });
    expect(await change(pixel)).toBe(200);
    expect(await change(pixel)).toBe(429);
    expect(await change("🦊")).toBe(200);
  });

  it("everything that a person changes counts, by call and by action; reading goes on", async () => {
    const person = newClient();
    const { id: subject } = await person.register();
    await spend("write", { subject });
    for (const [name, call] of changing.filter(([, call]) => needsViewer(call) && !call.evicts)) {
      const answer = await person.call(call, { params, ...(call.body && { body: {} }) });
      expect(`${name} ${answer.status}`).toBe(`${name} 429`);
    }
    const byProxy = { origin: ORIGIN, "x-forwarded-host": new URL(ORIGIN).host };
    for (const action of builtActions().filter(({ name }) => !OTHER_ACTIONS.includes(name))) {
      const { text } = await callAction(person, action, [{}], byProxy);
      expect(text, action.name).toContain("RATE_LIMITED");
    }
    expect((await person.call(contract.currentUser)).status).toBe(200);
  });

  it("looks at people count, by call and by page, so that nobody collects them all", async () => {
    const person = newClient();
    const { id: subject, username } = await person.register();
    const pageOf = (name: string) => person.send("GET", `/people/${name}`);
    await spend("readPerson", { subject, left: 2 });
    expect((await person.call(contract.readPerson, { params: { username } })).status).toBe(200);
    const shown = await pageOf(username);
    expect([shown.status, String(shown.body).includes("Te veel pogingen")]).toEqual([200, false]);
    expect((await person.call(contract.readPerson, { params: { username } })).status).toBe(429);
    // Nor does it reveal whether there is such a person.
    for (const name of [username, "nobody-at-all"]) {
      expect((await pageOf(name)).body).toContain("Te veel pogingen");
    }
  });

  it("a search counts, a look at the board does not", async () => {
    const person = newClient();
    const { id: subject } = await person.register();
    await spend("search", { subject });
    expect((await person.call(contract.leaderboard, { query: { search: "noor" } })).status).toBe(429);
    expect((await person.call(contract.leaderboard)).status).toBe(200);
    const page = await person.send("GET", "/leaderboard?search=noor");
    expect(page.status).toBe(200);
    expect(page.body).toContain("Er wordt nu te veel gezocht");
  });
});

describe("trust 23: a login", () => {
  const forged = () => {
    const address = `203.0.113.${Math.floor(Math.random() * 250)}`;
    return {
      "x-forwarded-for": address,
      "x-real-ip": address,
      forwarded: `for=${address}`,
      "x-steuntje-socket-address": address,
    };
  };
  const logIn = (username: string, password: string, headers = forged()) =>
    newClient().call(contract.login, { body: { username, password }, headers });

  it("is limited per account, whatever address is forged and by whichever name", async () => {
    const { username, password } = await newClient().register();
    for (let tries = 0; tries < LIMITS.guessPassword.max; tries += 1) {
      const name = [username, `${username}@example.org`, username.toUpperCase()][tries % 3] ?? "";
      expect((await logIn(name, "een andere zin")).status).toBe(401);
    }
    // A refusal by the account's count equals that of a wrong password, so that it reveals nothing.
    const refusals = [await logIn(username, "een andere zin"), await logIn(username, password)];
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ status: 401, body: { code: "INVALID_CREDENTIALS" } });
    }
    const other = await newClient().register();
    expect((await logIn(other.username, other.password)).status).toBe(200);
  });

  it("is limited per address, whatever address is forged and whoever is tried", async () => {
    await spend("loginAddress", { left: 2 });
    expect((await logIn("nobody-1", "een andere zin")).status).toBe(401);
    expect((await logIn("nobody-2", "een andere zin")).status).toBe(401);
    expect((await logIn("nobody-3", "een andere zin")).status).toBe(429);
  });

  it("with the right password starts the account's count again", async () => {
    const { username, password } = await newClient().register();
    for (let tries = 1; tries < LIMITS.guessPassword.max; tries += 1) await logIn(username, "een andere zin");
    expect((await logIn(username, password)).status).toBe(200);
    expect((await logIn(username, "een andere zin")).status).toBe(401);
  });

  it("like a registration, is not opened by a forged header", async () => {
    await spend("registerAddress");
    const body = { ...BODIES.register, username: "forger", email: "forger@example.org" };
    expect((await newClient().call(contract.register, { body, headers: forged() })).status).toBe(429);
  });
});

describe("the wallet provider is asked about forged events only so often", () => {
  const forge = () =>
    newClient().call(contract.paypalWebhook, {
      body: { id: "WH-1", event_type: "PAYMENT.CAPTURE.COMPLETED", resource: {} },
      headers: {
        "paypal-auth-algo": "SHA256withRSA",
        "paypal-cert-url": `${started.stack.sandboxUrl}/v1/notifications/certs/CERT-sandbox`,
        "paypal-transmission-id": randomUUID(),
        "paypal-transmission-sig": "bm9uc2Vuc2U=",
        "paypal-transmission-time": new Date().toISOString(),
      },
    });

  it("and a real one clears the count", async () => {
    await spend("walletEventAddress", { left: 2 });
    expect((await forge()).body).toMatchObject({ code: "BAD_SIGNATURE" });
    const buyer = newClient();
    await buyer.requester();
    const { body } = await buyer.call(contract.purchaseBoosts, {
      body: { boostType: "normal", quantity: 1 },
    });
    const approval = (body as { approvalUrl: string }).approvalUrl.replace(ORIGIN, server.url);
    await fetch(approval, { method: "POST", redirect: "manual", body: "outcome=approve", headers: FORM });
    await vi.waitFor(
      async () => expect((await buyer.call(contract.currentUser)).body).toMatchObject({ normalBoosts: 1 }),
      { timeout: 30_000 },
    );
    for (let count = 0; count < LIMITS.walletEventAddress.max / 2; count += 1)
      expect((await forge()).status).toBe(400);
    await spend("walletEventAddress");
    expect((await forge()).body).toMatchObject({ code: "RATE_LIMITED" });
  });
});

const FORM = { "content-type": "application/x-www-form-urlencoded" };
