import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { boostPurchases, donations, newId, requests, subscriptions } from "@/db/schema";
import { contract } from "@/lib/web/contract";
import { callAction } from "../support/action-call";
import {
  type Asker,
  browserOf,
  make,
  type OfficeAsker,
  openSite,
  type Pair,
  pair,
  rowsOf,
  type Thing,
  unknown,
} from "../support/actors";
import { builtActions, builtPages, builtRoutes, writtenActions } from "../support/doors";
import { Client } from "../support/http";
import { ACCESS, ACTIONS, type ActionRow, type Outcome, type Outcomes, type Row } from "./access-table";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const ASKERS: OfficeAsker[] = ["nobody", "expired", "other", "reporter", "operator", "owner"];
/** In the office operators change what is the owner's, and a second one is another. */
const IN_OFFICE: OfficeAsker[] = ["nobody", "expired", "other", "reporter", "owner", "operator", "second"];
/** doors.test.ts tries more of them at every call of the contract. */
const FOREIGN = [
  { origin: "https://evil.example" },
  { origin: "https://evil.example", "x-forwarded-host": "evil.example" },
  { origin: "null" },
  { "sec-fetch-site": "cross-site" },
];

let site: ReturnType<typeof openSite>;
/** For calls that change nothing: to make people and sessions takes longer than to ask. */
let lasting: { people: Pair; browserOf: (asker: OfficeAsker) => Client };
beforeAll(async () => {
  site = openSite();
  const people = await pair(site);
  const cookies = new Map<OfficeAsker, string>();
  for (const asker of IN_OFFICE) cookies.set(asker, (await browserOf(site, people, asker)).cookie);
  const again = (asker: OfficeAsker) =>
    Object.assign(new Client(site.base), { cookie: cookies.get(asker) ?? "" });
  lasting = { people, browserOf: again };
});
afterAll(async () => {
  // Nobody has as many open requests as they made here (db/checks.ts), which other files check.
  await site.db
    .update(requests)
    .set({ closedAt: new Date() })
    .where(eq(requests.userId, lasting.people.owner.id));
  await site.close();
});

type Answer = Awaited<ReturnType<Client["send"]>>;

/** Asks for what a row of the table is about. */
function send(client: Client, name: string, { ask }: Row, id: string, headers = {}): Promise<Answer> {
  const [method = "", path = ""] = name.replace(/^page /, "GET ").split(" ");
  const asked = ask?.(id) ?? {};
  const address = asked.path ?? path.replace(/\{\w+\}/, id);
  return client.send(method, `${address}${asked.query ? `?${asked.query}` : ""}`, {
    ...("body" in asked && { body: asked.body }),
    headers: { ...asked.headers, ...headers },
  });
}

/** Who reported something, and an operator outside the office, are others like any. */
const outcomeFor = <T>(outcomes: Outcomes<T>, asker: OfficeAsker): T => outcomes[asker] ?? outcomes.other;

const isRead = (name: string) => /^(GET|page) /.test(name);

/** How an answer reads in the table. */
function outcomeOf({ status, headers, body }: Answer, expected: Outcome): Outcome {
  if (typeof expected === "number") return status;
  const location = headers.get("location");
  if (location !== null && status < 400) {
    const { pathname, search } = new URL(location, site.base);
    return `→ ${pathname}${search}`;
  }
  const { code } = (body ?? {}) as { code?: Outcome };
  return code ?? status;
}

describe("trust 17: the table of who may do what", () => {
  it("has every route with every method that it answers, and nothing else", async () => {
    const visitor = new Client(site.base);
    const answered = await Promise.all(
      builtRoutes().flatMap((path) =>
        METHODS.map(async (method) => {
          const { status } = await visitor.send(method, path.replace(/\{\w+\}/g, "x.x"));
          return status === 405 ? [] : [`${method} ${path}`];
        }),
      ),
    );
    const listed = Object.keys(ACCESS).filter((name) => !name.startsWith("page "));
    expect(listed.toSorted()).toEqual(answered.flat().toSorted());
    for (const { method, path } of Object.values(contract)) expect(listed).toContain(`${method} ${path}`);
  });

  it("has every page", () => {
    const listed = Object.keys(ACCESS).filter((name) => name.startsWith("page "));
    expect(listed.toSorted()).toEqual(
      builtPages()
        .map((path) => `page ${path}`)
        .toSorted(),
    );
  });

  it("has every server action, and there is none but those in lib/actions", () => {
    const built = builtActions();
    for (const { file } of built) expect(file).toMatch(/^lib\/actions\//);
    const names = built.map(({ name }) => name).toSorted();
    expect(Object.keys(ACTIONS).toSorted()).toEqual(names);
    expect(writtenActions().toSorted()).toEqual(names);
  });

  /** Lets everybody ask for a thing of their own, the owner last, and looks whether the others changed anything. */
  async function letAllAsk(
    { of, outcomes }: Pick<Row | ActionRow, "of" | "outcomes">,
    ask: (asker: OfficeAsker, client: Client, id: string) => Promise<void>,
    { reads = false } = {},
  ) {
    const people = reads ? lasting.people : await pair(site);
    const all = await Promise.all(
      ("operator" in outcomes ? IN_OFFICE : ASKERS).map(async (asker) => {
        const client = reads ? lasting.browserOf(asker) : await browserOf(site, people, asker);
        return { asker, client, id: of ? await make[of](site, people) : "" };
      }),
    );
    const before = await rowsOf(site.db, people.owner);
    const isOwner = ({ asker }: { asker: OfficeAsker }) => asker === "owner";
    // Who reads waits for nobody but the others.
    const turns = reads
      ? [all.filter((each) => !isOwner(each)), all.filter(isOwner)]
      : all.map((each) => [each]);
    for (const turn of turns) {
      if (turn.some(isOwner)) expect(await rowsOf(site.db, people.owner)).toEqual(before);
      await Promise.all(turn.map(({ asker, client, id }) => ask(asker, client, id)));
    }
  }

  it.each(Object.entries(ACCESS))("%s", async (name, row) => {
    const ask = async (asker: OfficeAsker, client: Client, id: string) => {
      const answer = await send(client, name, row, id);
      const outcome = outcomeFor(row.outcomes, asker);
      const wanted = typeof outcome === "number" ? outcome : (outcome.replace("{id}", id) as Outcome);
      expect([asker, outcomeOf(answer, wanted)]).toEqual([asker, wanted]);
      expectPrivate(answer, row);
      if (answer.status === 404 && name.startsWith("page ")) expectNoPage(answer);
    };
    await letAllAsk(row, ask, { reads: isRead(name) });
  });

  it.each(Object.entries(ACTIONS))("%s", async (name, { args, ...row }) => {
    await letAllAsk(row, async (asker, client, id) => {
      const answer = await callAction(client, actionOf(name), args(id));
      expect([asker, answer.outcome]).toEqual([asker, outcomeFor(row.outcomes, asker)]);
      expectPrivate(answer);
    });
  });

  it("leaves no way round it: pages and calls ask for themselves who it is that asks", async () => {
    const visitor = new Client(site.base);
    const told = ["x-middleware-subrequest", "x-middleware-next", "x-matched-path", "x-invoke-path"];
    const tricks: Record<string, string>[] = [
      { "next-action": "0".repeat(42) },
      { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_tree" },
      { "x-nextjs-data": "1" },
      ...told.map((each) => ({ [each]: Array(5).fill("middleware").join(":") })),
    ];
    for (const headers of tricks) {
      for (const path of ["/profile", "/leaderboard", "/notifications", "/profile?_rsc"]) {
        const { status, body } = await visitor.send("GET", path, { headers });
        expect([status, String(body).includes("<main"), path]).toEqual([307, false, path]);
      }
      expect((await visitor.send("GET", "/api/auth/user", { headers })).status).not.toBe(200);
    }
  });

  it("is not got round by the framework's own picture service", async () => {
    for (const asked of ["/icon-192.png", "/share-image/site.en.x.jpg", "/api/auth/user"]) {
      const address = `/_next/image?url=${encodeURIComponent(asked)}&w=640&q=75`;
      expect((await new Client(site.base).send("GET", address)).status).toBe(404);
    }
  });
});

/** Nothing that is one person's is kept where another one is served from. */
function expectPrivate({ headers }: Pick<Answer, "headers">, row?: Row): void {
  const kept = headers.get("cache-control") ?? "";
  if (row?.cached) {
    expect(headers.getSetCookie().filter((cookie) => !cookie.includes("=;"))).toEqual([]);
    return;
  }
  expect(kept).toContain("no-store");
  expect(headers.get("etag")).toBeNull();
}

/** A tab says that its page is not found, and no more. */
function expectNoPage({ body }: Answer): void {
  const titles = String(body).match(/<title>[^<]*/g);
  expect(titles).toEqual([expect.stringMatching(/^<title>(Page not found|Pagina niet gevonden) · /)]);
}

const actionOf = (name: string) => {
  const found = builtActions().find((action) => action.name === name);
  if (!found) throw new Error(`${name} is not in the build`);
  return found;
};

describe("trust 18: what is another's", () => {
  const things = Object.entries(ACCESS).filter(([, { of }]) => of);
  const actions = Object.entries(ACTIONS).filter(([, { of }]) => of);

  it.each(things)(
    "%s tells of it no more than of nothing, unless everybody may see it",
    async (name, row) => {
      const people = await pair(site);
      const client = await browserOf(site, people, "other");
      const of = row.of as Thing;
      const none = await send(client, name, row, unknown[of]());
      expect(outcomeOf(none, row.unknown ?? 0)).toBe(row.unknown);
      const others = await send(client, name, row, await make[of](site, people));
      if (row.outcomes.other === row.unknown) expect(withoutIds(others)).toEqual(withoutIds(none));
      else expect(SHOWN_TO_ALL).toContain(of);
    },
  );

  it.each(actions)("%s tells of it no more than of nothing, either", async (name, row) => {
    const people = await pair(site);
    const client = await browserOf(site, people, "other");
    const of = row.of as Thing;
    const none = await callAction(client, actionOf(name), row.args(unknown[of]()));
    expect(none.outcome).toBe(row.unknown);
    const others = await callAction(client, actionOf(name), row.args(await make[of](site, people)));
    if (row.outcomes.other === row.unknown) expect(withoutIds(others)).toEqual(withoutIds(none));
    else expect(SHOWN_TO_ALL).toContain(of);
  });

  it("a deleted request is nothing to anybody, its owner included", async () => {
    const people = await pair(site);
    for (const asker of ["nobody", "other", "owner"] as const) {
      const client = await browserOf(site, people, asker);
      for (const [name, row] of things.filter(([, { of }]) => of === "request")) {
        const id = await make.request(site, people);
        await site.db
          .update(requests)
          .set({ isActive: false, deletedAt: new Date() })
          .where(eq(requests.id, id));
        const gone = await send(client, name, row, id);
        const none = await send(client, name, row, newId());
        expect([name, withoutIds(gone)]).toEqual([name, withoutIds(none)]);
      }
    }
  });

  it("an erased account is nobody's: its cookie and password open nothing, and nothing of it is found", async () => {
    const client = new Client(site.base);
    const { id, username, password } = await client.register();
    const [{ cookie }, request] = [
      client,
      await make.request(site, { owner: { id }, other: { id }, reporter: { id } }),
    ];
    expect((await client.call(contract.eraseAccount)).status).toBe(204);
    client.cookie = cookie;
    expect((await client.call(contract.currentUser)).status).toBe(401);
    const login = await client.call(contract.login, { body: { username, password } });
    const never = await client.call(contract.login, { body: { username: newId().slice(-20), password } });
    expect(login).toMatchObject({ status: 401, body: never.body });
    const people = await pair(site);
    const other = await browserOf(site, people, "other");
    for (const call of [contract.getRequest, contract.deleteRequest]) {
      const none = await other.call(call, { params: { id: newId() } });
      expect(withoutIds(await other.call(call, { params: { id: request } }))).toEqual(withoutIds(none));
    }
    expect((await other.call(contract.listRequestsOfUser, { params: { userId: id } })).body).toEqual([]);
    for (const name of [username, id]) {
      const { body } = await other.call(contract.readPerson, { params: { username: name } });
      expect(body).toMatchObject({ code: "NOT_FOUND" });
      expect((await other.send("GET", `/people/${name}`)).status).toBe(404);
    }
  });

  it("a list of another's requests has none that is out of the feed", async () => {
    const people = await pair(site);
    const id = await make.request(site, people);
    const hidden = await make.request(site, people);
    await site.db.update(requests).set({ isActive: false }).where(eq(requests.id, hidden));
    const listed = async (asker: Asker) => {
      const client = await browserOf(site, people, asker);
      const { body } = await client.call(contract.listRequestsOfUser, {
        params: { userId: people.owner.id },
      });
      return (body as { id: string }[]).map((request) => request.id);
    };
    expect(await listed("other")).toEqual([id]);
    expect(await listed("owner")).toEqual([hidden, id]);
  });

  it("a photo of another's is no photo", async () => {
    const people = await pair(site);
    const other = await browserOf(site, people, "other");
    const ask = async (file: string) => {
      const body = { item: "A coat", description: "It is cold.", goal: 5_000, photoUrl: `/photos/${file}` };
      return withoutIds(await other.call(contract.createRequest, { body }));
    };
    const refused = await ask(await make.photo(site, people));
    expect(refused.body).toContain("PHOTO_INVALID");
    expect(refused).toEqual(await ask(unknown.photo()));
  });

  it("a cursor of another's list leads to one's own", async () => {
    const people = await pair(site);
    for (const _ of [1, 2]) await make.notification(site, people);
    const owner = await browserOf(site, people, "owner");
    const first = await owner.call(contract.listNotifications, { query: { limit: "1" } });
    const [, next = ""] = /cursor=([^>&]+)/.exec(first.headers.get("link") ?? "") ?? [];
    const query = { cursor: decodeURIComponent(next) };
    expect((await owner.call(contract.listNotifications, { query })).body).toHaveLength(1);
    const other = await browserOf(site, people, "other");
    expect((await other.call(contract.listNotifications, { query })).body).toEqual([]);
  });

  it("an idempotency key of another's is a key of one's own", async () => {
    const people = await pair(site);
    const body = { item: "A coat", description: "It is cold.", goal: 5_000 };
    const headers = { "idempotency-key": "the same" };
    const [owner, other] = [await browserOf(site, people, "owner"), await browserOf(site, people, "other")];
    const first = (await owner.call(contract.createRequest, { body, headers })).body as { id: string };
    const second = (await other.call(contract.createRequest, { body, headers })).body as { userId: string };
    expect(second).toMatchObject({ userId: people.other.id });
    expect(second).not.toMatchObject({ id: first.id });
  });

  it("how a payment of another's ended is told no more than of none, and nothing moves", async () => {
    const people = await pair(site);
    const owner = await browserOf(site, people, "owner");
    const other = await browserOf(site, people, "other");
    const { owner: donor, other: recipient } = people;
    const request = await make.request(site, { owner: recipient, other: donor, reporter: donor });
    await owner.call(contract.purchaseBoosts, { body: { boostType: "normal", quantity: 5 } });
    await owner.call(contract.createSubscription, { body: { tier: "gold" } });
    await callAction(owner, actionOf("donateByWalletAction"), [{ requestId: request, amount: "5" }]);
    const intent = await owner.call(contract.createPaymentIntent, {
      body: { requestId: request, amount: "5" },
    });
    const { clientSecret } = intent.body as { clientSecret: string };
    const [purchase] = await site.db
      .select()
      .from(boostPurchases)
      .where(eq(boostPurchases.userId, donor.id))
      .orderBy(desc(boostPurchases.createdAt));
    const [subscription] = await site.db
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.userId, donor.id));
    const given = await site.db.select().from(donations).where(eq(donations.donorId, donor.id));
    const byWallet = given.find(({ paymentMethod }) => paymentMethod === "paypal");
    const byCard = given.find(({ paymentMethod }) => paymentMethod === "stripe");
    const before = await rowsOf(site.db, donor);
    const noPayment = `pi_${newId().replaceAll("-", "")}`;
    const addresses: [(id: string) => string, string | undefined | null][] = [
      [(id) => `/profile?purchase=${id}`, purchase?.id],
      [(id) => `/profile?subscription=${id}`, subscription?.id],
      [(id) => `/payment-success?donation=${id}`, byWallet?.id],
      [
        (id) => `/payment-success?payment_intent=${id}&payment_intent_client_secret=${id}_secret_x`,
        byCard?.stripePaymentIntentId,
      ],
    ];
    for (const [address, id] of addresses) {
      expect(id).toBeTruthy();
      const path = address(id ?? "");
      const [others, none, own] = [
        await shown(other, path),
        await shown(other, address(path.includes("pi_") ? noPayment : newId())),
        await shown(owner, path),
      ];
      expect(others).toEqual(none);
      if (!path.includes("_secret_")) expect(own).not.toEqual(none);
    }
    const withSecret = `/payment-success?payment_intent=${byCard?.stripePaymentIntentId}&payment_intent_client_secret=${clientSecret}`;
    expect(await shown(owner, withSecret)).not.toEqual(await shown(owner, `${withSecret}x`));
    expect(await rowsOf(site.db, donor)).toEqual(before);
  });

  it("a link to a request that is gone tells a visitor and services nothing of it", async () => {
    const people = await pair(site);
    const id = await make.request(site, people);
    await site.db.update(requests).set({ item: "A cello", deletedAt: new Date() }).where(eq(requests.id, id));
    const link = (request: string) => `/auth?next=${encodeURIComponent(`/?request=${request}`)}`;
    const visitor = new Client(site.base);
    const page = await shown(visitor, link(id));
    expect(page).toEqual(await shown(visitor, link(newId())));
    expect(page.join()).not.toContain("A cello");
  });
});

/** Shown by their own addresses: whether there is one is no secret. */
const SHOWN_TO_ALL: Thing[] = ["request", "avatar", "username"];

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const REFERENCE = /\b[0-9A-F]{4}(-[0-9A-F]{4}){2}\b/g;

/** An answer without the ids in its request, its request id, and the nonce and the time of a page. */
function withoutIds({ status, body, text = "" }: { status: number; body?: unknown; text?: string }) {
  const told = body === undefined ? text : JSON.stringify(body);
  const [, nonce] = /nonce=\\*"([^"\\]+)/.exec(told) ?? [];
  const shown = nonce === undefined ? told : told.replaceAll(nonce, "NONCE");
  const unnamed = shown.replace(UUID, "ID").replace(REFERENCE, "ID");
  return { status, body: unnamed.replace(/(renderedAt[\\":]+)\d+/g, "$1TIME") };
}

/** Every word of a page, in any order, without the ids in its request and without times. */
async function shown(client: Client, path: string): Promise<string[]> {
  const { status, headers, body } = await client.send("GET", `${path}&_rsc`, { headers: { rsc: "1" } });
  expect(status).toBe(200);
  const [, nonce = ""] = /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "") ?? [];
  const told = String(body)
    .replaceAll(nonce, "")
    .replace(UUID, "ID")
    .replace(/\bpi_\w+/g, "ID");
  const words = told.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d{13}/g, "").match(/[\p{L}\p{N}€.,@_-]{4,}/gu);
  // Longer ones are keys that the framework makes for each answer.
  return [...new Set(words)].filter((word) => word.length < 20).toSorted();
}

describe("trust 22: from another site", () => {
  const changing = Object.entries(ACCESS).filter(([name]) => !isRead(name));

  it.each(changing)("%s is refused", async (name, row) => {
    const people = row.fromElsewhere ? await pair(site) : lasting.people;
    const owner = await browserOf(site, people, "owner");
    const id = row.of ? await make[row.of](site, people) : "";
    const before = await rowsOf(site.db, people.owner);
    for (const headers of FOREIGN) {
      const answer = await send(owner, name, row, id, headers);
      const wanted = row.fromElsewhere ? row.outcomes.owner : "CROSS_ORIGIN";
      expect([headers, outcomeOf(answer, wanted)]).toEqual([headers, wanted]);
    }
    expect(await rowsOf(site.db, people.owner)).toEqual(before);
  });

  it.each(Object.entries(ACTIONS))("%s is refused", async (name, { of, args }) => {
    const { people } = lasting;
    const owner = lasting.browserOf("owner");
    const id = of ? await make[of](site, people) : "";
    const before = await rowsOf(site.db, people.owner);
    const action = actionOf(name);
    for (const headers of FOREIGN) {
      const { outcome, headers: got } = await callAction(owner, action, args(id), headers);
      expect([headers, ["refused", "CROSS_ORIGIN"].includes(outcome)]).toEqual([headers, true]);
      expect(got.getSetCookie()).toEqual([]);
    }
    // A form needs no script, and no header that a browser would ask leave for.
    const form = new FormData();
    form.set(`$ACTION_ID_${action.id}`, "");
    await fetch(`${site.base}${action.page}`, {
      method: "POST",
      body: form,
      headers: { cookie: owner.cookie, origin: "https://evil.example" },
      redirect: "manual",
    });
    expect(await rowsOf(site.db, people.owner)).toEqual(before);
  });

  it("a caller that is no browser sends no Origin, and is served", async () => {
    const people = await pair(site);
    const owner = await browserOf(site, people, "owner");
    const body = { hideGivenAmount: true };
    expect((await owner.call(contract.updateUser, { body })).status).toBe(200);
    const headers = { origin: site.base, "sec-fetch-site": "same-origin" };
    expect((await owner.call(contract.updateUser, { body, headers })).status).toBe(200);
    const direct = { "sec-fetch-site": "none" };
    expect((await owner.call(contract.updateUser, { body, headers: direct })).status).toBe(200);
  });
});
