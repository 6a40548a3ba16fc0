import { getTableConfig } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connect } from "@/db/client";
import { newId, sessions } from "@/db/schema";
import { newToken, sidOf } from "@/lib/domain/sessions/token";
import { contract } from "@/lib/web/contract";
import { callAction } from "../support/action-call";
import { type Site, signedIn, tables } from "../support/actors";
import { builtActions } from "../support/doors";
import { Client, ownStack } from "../support/http";
import { startStack } from "../support/stack";
import {
  ASKER_GIVEN,
  type Cast,
  canariesIn,
  canary,
  canaryColumns,
  FIGURES,
  OWN_NUMBERS,
  seedCanaries,
} from "./access-canaries";
import { COLUMNS, kindOf } from "./access-columns";
import { ACTIONS } from "./access-table";
import { whatToAsk } from "./what-to-ask";

/** As behind a proxy that speaks https with the world. */
let running: Awaited<ReturnType<typeof startStack>>;
let books: ReturnType<typeof connect>;
let site: Site;
let cast: Cast;
const tokens: string[] = [];
beforeAll(async () => {
  running = await startStack({
    postgresUrl: ownStack().databaseUrl,
    env: async (url) => ({ RATE_LIMITS: "off", APP_URL: url.replace("http:", "https:") }),
  });
  books = connect(running.stack.databaseUrl, { max: 4 });
  site = { db: books.db, base: running.stack.appUrl, cookieName: "__Host-steuntje.session" };
  cast = await seedCanaries(books.db);
});
afterAll(async () => {
  await books.close();
  await running.stop();
});

/** A browser of a person's, or a visitor's. */
async function browserOf(person: { id: string } | null): Promise<Client> {
  if (!person) return new Client(site.base);
  const client = await signedIn(site, person);
  tokens.push(client.cookie.split("=")[1] ?? "");
  return client;
}

const share = (request: string) => `/auth?next=${encodeURIComponent(`/?request=${request}`)}`;

type Seen = { where: string; text: string };

/** Collects what every call, page and action answers about the subject, failures included. */
async function crawl(person: { id: string } | null): Promise<Seen[]> {
  const { subject, subjectsRequest, askersRequest, purchase, subscription, donation } = cast;
  const things: Record<string, string> = {
    person: subject.id,
    username: "subject",
    request: subjectsRequest,
  };
  const seen: Seen[] = [];
  const reader = await browserOf(person);
  const ask = async (client: Client, { method, path, sent }: ReturnType<typeof whatToAsk>[number]) => {
    const { headers, body } = await client.send(method, path, sent);
    const text = `${JSON.stringify([...headers])}\n${typeof body === "string" ? body : JSON.stringify(body)}`;
    seen.push({ where: `${method} ${path}`, text });
  };
  const asked = whatToAsk(things, [
    "/people/subject",
    "/people/the.asker",
    `/?request=${subjectsRequest}`,
    `/?request=${askersRequest}`,
    share(subjectsRequest),
    share(askersRequest),
    `/profile?purchase=${purchase}`,
    `/profile?subscription=${subscription}`,
    `/payment-success?donation=${donation}`,
    `/payment-success?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_1`,
    "/leaderboard?search=subject",
    "/api/leaderboard?search=subject",
    "/api/leaderboard?search=cnry",
    "/api/leaderboard?period=never",
    "/api/requests?cursor=x",
    "/api/people/the.asker",
  ]);
  const reads = asked.filter(({ method }) => method === "GET");
  await Promise.all(reads.map((each) => ask(reader, each)));
  // Some of these end sessions.
  const others = asked
    .filter(({ method }) => method !== "GET")
    .map(async (each) => ask(await browserOf(person), each));
  const actions = builtActions().map(async (action) => {
    const row = ACTIONS[action.name];
    const changes = person?.id === subject.id && row?.outcomes.owner === "ok";
    const args = changes ? [{ amount: {} }] : (row?.args(things[row.of ?? ""] ?? newId()) ?? []);
    const { headers, text } = await callAction(await browserOf(person), action, args);
    seen.push({ where: action.name, text: `${JSON.stringify([...headers])}\n${text}` });
  });
  await Promise.all([...others, ...actions]);
  return seen;
}

/** Every whole number in a text, whatever separates its digits. */
const numbersIn = (text: string) =>
  new Set(text.replace(/(?<=\d)[.,\s\u00a0\u202f’'](?=\d)/g, "").match(/\d{9,}/g));

/** The canaries and numbers that occur in what was seen, and where. */
function found(seen: Seen[], isIt: (word: string) => boolean): string[] {
  return seen.flatMap(({ where, text }) =>
    [...canariesIn(text), ...numbersIn(text)].filter(isIt).map((word) => `${where}: ${word}`),
  );
}

const hidden = [...Object.values(FIGURES), ...Object.values(OWN_NUMBERS), ASKER_GIVEN].map(String);

describe("trust 20: secrets", () => {
  it("every column has a word for who may see it, and every one that is not for all holds a canary", async () => {
    for (const [table, definition] of tables) {
      const names = getTableConfig(definition).columns.map(({ name }) => name);
      const unknown = names.filter((name) => kindOf(table, name) === undefined);
      expect([table, unknown]).toEqual([table, []]);
      const words = COLUMNS[table];
      if (typeof words === "object") expect(Object.keys(words).toSorted()).toEqual(names.toSorted());
    }
    const contents = await Promise.all(
      tables.map(async ([table, definition]) => [table, await books.db.select().from(definition)] as const),
    );
    const stored = new Map(contents.map(([table, rows]) => [table, canariesIn(JSON.stringify(rows))]));
    const without = canaryColumns().filter(
      ({ table, column }) => ![...(stored.get(table) ?? [])].some((word) => word === canary(table, column)),
    );
    expect(without).toEqual([]);
  });

  it.each(["a visitor", "another person"])(
    "%s finds none, in no call, page, component payload or error",
    async (who) => {
      const seen = await crawl(who === "a visitor" ? null : cast.viewer);
      expect(seen.length).toBeGreaterThan(100);
      // A shared request offers its gift link beside the login (C263).
      const offered = seen.filter(({ where }) => where.startsWith(`GET ${share(cast.subjectsRequest)}`));
      const link = canary("giftLinks", "token");
      expect(offered.length).toBeGreaterThan(0);
      const others = seen.map((each) =>
        offered.includes(each) ? { ...each, text: each.text.replaceAll(link, "") } : each,
      );
      expect(found(others, (word) => word.startsWith("cnry_") || hidden.includes(word))).toEqual([]);
      const ids = seen.filter(({ text }) => text.includes(cast.donor.id)).map(({ where }) => where);
      expect(ids).toEqual([]);
    },
  );

  /** What the subject finds, for two tests. */
  let bySubject: Promise<Seen[]> | undefined;
  const crawlAsSubject = () => {
    bySubject ??= crawl(cast.subject);
    return bySubject;
  };

  it("their owner finds what is theirs, so that the search is known to find, and nothing that is nobody's", async () => {
    const seen = await crawlAsSubject();
    const words = new Set(seen.flatMap(({ text }) => [...canariesIn(text)]));
    const secret = canaryColumns().filter(({ kind }) => kind === "secret");
    expect(secret.filter(({ table, column }) => words.has(canary(table, column)))).toEqual([]);
    for (const column of ["email", "firstName", "lastName", "paypalEmail"]) {
      expect(words).toContain(canary("users", column));
    }
    const numbers = new Set(seen.flatMap(({ text }) => [...numbersIn(text)]));
    expect(hidden.filter((number) => !numbers.has(number))).toEqual([String(ASKER_GIVEN)]);
  });

  it("trust 48: who is reported finds nothing of the reports and of who sent them", async () => {
    const seen = await crawlAsSubject();
    const texts = canaryColumns().filter(({ table }) => table === "reports");
    expect(texts.length).toBeGreaterThan(4);
    const words = new Set(seen.flatMap(({ text }) => [...canariesIn(text)]));
    expect(texts.filter(({ column }) => words.has(canary("reports", column)))).toEqual([]);
    expect(seen.filter(({ text }) => text.includes(cast.donor.id)).map(({ where }) => where)).toEqual([]);
    // What concerns them they find.
    for (const column of ["facts", "ground"]) expect(words).toContain(canary("decisions", column));
    expect(words).toContain(canary("appeals", "answer"));
  });

  it("an anonymous donor is found by nobody, and not named to who received", async () => {
    const search = async (person: { id: string }) =>
      (await (await browserOf(person)).call(contract.leaderboard, { query: { search: "cnry_donor" } })).body;
    expect(await search(cast.donor)).toEqual([]);
    expect(await search(cast.viewer)).toEqual([]);
    const { body } = await (await browserOf(cast.viewer)).call(contract.listNotifications);
    const unnamed = { donorName: null, guestName: null, amount: 500 };
    expect(body).toMatchObject([unnamed, unnamed]);
  });

  it("a visitor is not told who asks when they are anonymous, and neither is a service that shows previews (D38)", async () => {
    const visitor = new Client(site.base);
    const share = `/auth?next=${encodeURIComponent(`/?request=${cast.askersRequest}`)}`;
    const asked: [string, Record<string, string>][] = [
      [share, {}],
      [share, { "user-agent": "WhatsApp/2.23" }],
      [`${share}&_rsc`, { rsc: "1" }],
      ["/api/requests?limit=100", {}],
      [`/api/requests/${cast.askersRequest}`, {}],
    ];
    for (const [path, headers] of asked) {
      const { body } = await visitor.send("GET", path, { headers });
      const text = typeof body === "string" ? body : JSON.stringify(body);
      expect(text).toContain("A wish of the asker");
      expect(text).not.toMatch(/the\.asker|The Asker/);
      expect(text).not.toContain(cast.asker.id);
    }
    const ask = async (client: Client) => {
      const headers = { "accept-language": "en" };
      const { body } = await client.send("GET", `/api/requests/${cast.askersRequest}`, { headers });
      return body;
    };
    const nobody = { username: "Anonymous", name: "Anonymous", avatar: "👤", profileImageUrl: null };
    const neutral = { isPremium: false, subscriptionTier: "none", totalGiven: null };
    expect(await ask(visitor)).toMatchObject({ userId: null, user: { ...nobody, ...neutral } });
    expect(await ask(await browserOf(cast.viewer))).toMatchObject({
      userId: cast.asker.id,
      user: { username: "the.asker", totalGiven: null },
    });
  });

  it("the server's output holds none either, whatever went wrong", async () => {
    const secret = { username: "cnry_typed_name", password: "cnry_typed_password" };
    const visitor = new Client(site.base);
    await visitor.call(contract.login, { body: secret });
    const registration = { ...secret, name: "cnry_typed_name", email: "cnry_typed@example.org" };
    await visitor.call(contract.register, { body: registration });
    await visitor.call(contract.register, { body: registration });
    await visitor.send("POST", "/api/auth/login", { body: `{"password": "cnry_typed_password"` });
    // A row that cannot be read: every page and call of this session fails in the database.
    const token = newToken();
    const sess = { userId: "nobody's id" };
    await books.db.insert(sessions).values({ sid: sidOf(token), sess, expire: new Date(Date.now() + 9e8) });
    visitor.cookie = `${site.cookieName}=${token}`;
    tokens.push(token, sidOf(token));
    for (const path of ["/profile", "/api/auth/user", "/payment-success", "/avatars/x.webp", "/"]) {
      const { body } = await visitor.send("GET", `${path}?email=cnry_asked@example.org`);
      expect(JSON.stringify(body)).not.toMatch(/select |Failed query|node_modules|\.ts:\d/);
    }
    const output = running.servers.map((server) => server.output()).join("");
    expect(output).toContain("Failed query");
    // The path of a call to a provider has the provider's id, which is nothing private (docs/privacy.md, The log).
    const path = `"path":"/v2/core/accounts/${canary("payeeAccounts", "providerAccountId")}"`;
    expect([...canariesIn(output.replaceAll(path, ""))]).toEqual([]);
    expect(tokens.filter((each) => output.includes(each))).toEqual([]);
  });
});

describe("trust 21: sessions", () => {
  type Account = { id: string; username: string; password: string };
  const logIn = (client: Client, { username, password }: Account) =>
    client.send("POST", "/api/auth/login", { body: { username, password } });
  const cookiesOf = ({ headers }: { headers: Headers }) =>
    headers.getSetCookie().filter((cookie) => cookie.includes("session"));
  const holder = async (cookie: string) => {
    const client = new Client(site.base);
    client.cookie = cookie;
    const { status, body } = await client.send("GET", "/api/auth/user");
    return status === 200 ? (body as { id: string }).id : status;
  };
  let browser: Client;
  let account: Account;
  beforeEach(async () => {
    browser = new Client(site.base);
    account = await browser.register();
  });

  it("a login gives a new token, and the one that this browser held is dead", async () => {
    const first = browser.cookie;
    expect((await logIn(browser, account)).status).toBe(200);
    expect(browser.cookie).not.toBe(first);
    expect(await holder(first)).toBe(401);
    expect(await holder(browser.cookie)).toBe(account.id);
  });

  it("a login that fails changes nothing", async () => {
    const answer = await logIn(browser, { ...account, password: "another password" });
    expect([answer.status, cookiesOf(answer)]).toEqual([401, []]);
    expect(await holder(browser.cookie)).toBe(account.id);
  });

  it("fixation: neither an invented token nor one's own becomes another's session", async () => {
    const attacker = new Client(site.base);
    await attacker.register();
    for (const planted of [`${site.cookieName}=${"A".repeat(43)}`, attacker.cookie]) {
      const victim = new Client(site.base);
      victim.cookie = planted;
      await logIn(victim, account);
      expect(victim.cookie).not.toBe(planted);
      expect(await holder(planted)).toBe(401);
      expect(await holder(victim.cookie)).toBe(account.id);
    }
  });

  it("a logout ends the session on the server: its cookie opens no call, no page and no action", async () => {
    const [elsewhere, stolen] = [new Client(site.base), new Client(site.base)];
    await logIn(elsewhere, account);
    const old = browser.cookie;
    const left = await browser.send("POST", "/api/auth/logout");
    const flags = "Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Secure; HttpOnly; SameSite=lax";
    expect(cookiesOf(left)).toEqual([`${site.cookieName}=; ${flags}`]);
    expect(await holder(old)).toBe(401);
    stolen.cookie = old;
    expect((await stolen.send("GET", "/profile")).status).toBe(307);
    stolen.cookie = old;
    const action = builtActions().find(({ name }) => name === "updateSettingsAction");
    const changed = await callAction(stolen, action ?? { id: "", page: "" }, [{ hideGivenAmount: true }]);
    expect(changed.outcome).toBe("UNAUTHENTICATED");
    // Only this browser: the person's other sessions stay (D13).
    expect(await holder(elsewhere.cookie)).toBe(account.id);
  });

  it("the cookie is for this host, https and the server alone, for 30 days", async () => {
    const [cookie = "", ...more] = cookiesOf(await logIn(browser, account));
    expect(more).toEqual([]);
    const form =
      /^__Host-steuntje\.session=[\w-]{43}; Path=\/; Expires=([^;]+); Secure; HttpOnly; SameSite=lax$/;
    const [, expires = ""] = form.exec(cookie) ?? [];
    const days = (Date.parse(expires) - Date.now()) / 86_400_000;
    expect(Math.abs(days - 30)).toBeLessThan(0.01);
    // Without the prefix, a neighbouring host could set it.
    expect(await holder(browser.cookie.replace("__Host-", ""))).toBe(401);
  });

  it("no page and no call sets one but those that sign in or out", async () => {
    const visitor = new Client(site.base);
    for (const path of ["/auth", "/payment-success", "/api/requests", "/api/auth/user", "/"]) {
      expect(cookiesOf(await visitor.send("GET", path))).toEqual([]);
      expect(cookiesOf(await browser.send("GET", path))).toEqual([]);
    }
  });
});
