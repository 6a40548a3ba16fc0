import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { STREAM_TYPE } from "@/lib/server/live/event";
import { type Call, contract } from "@/lib/web/contract";
import { builtPages, builtRoutes } from "../support/doors";
import { Client, pay } from "../support/http";
import { atMost, memoryOf, timed, times } from "../support/load";
import { type Server, startStack } from "../support/stack";

/**
 * Every call of the contract, many at once and without limits, while somebody else uses the site. A new call, page or
 * route fails until it has a plan.
 */
let running: Awaited<ReturnType<typeof startStack>>;
let server: Server;
let people: Client[];
let ids: Record<"request" | "user" | "username" | "other", string>;

/** Donations of one year to one person: as many as `payoutStatement` is measured with in docs/costs.md. */
const DONATIONS = 1_000;

/** Copies the one donation, for statements and stories of the largest size. */
async function multiplyDonations(): Promise<void> {
  const sql = postgres(running.stack.databaseUrl, { max: 1, onnotice: () => undefined });
  for (let tries = 0; tries < 100; tries += 1) {
    const [row] = await sql`select 1 from donations where credited_at is not null`;
    if (row) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await sql`
    insert into donations
    select copy.* from donations d, generate_series(1, ${DONATIONS}::int) n,
      jsonb_populate_record(null::donations, to_jsonb(d) || jsonb_build_object(
        'id', gen_random_uuid(), 'receipt_number', 'COPY-' || n, 'stripe_payment_intent_id', 'pi_copy' || n,
        'charge_id', 'ch_copy' || n)) copy`;
  await sql.end();
}

type Plan = {
  /** How many, and how many of them under way; 24 and 8 if nothing else is said. */
  times?: number;
  together?: number;
  body?: () => unknown;
  query?: Record<string, string>;
  params?: Record<string, string>;
  headers?: Record<string, string>;
  /** Each ends a session or an account: by people of their own. */
  byOthers?: true;
};

const plain: Plan = {};
const password = "een lange zin om te onthouden";
const fresh = () => `u${randomUUID().slice(0, 12)}`;
const link = () => ({ token: randomUUID() });
/** The largest event that is read, with a signature that is none. */
const event: Plan = {
  body: () => "x".repeat(500_000),
  headers: { "stripe-signature": "t=1,v1=00", "paypal-transmission-id": "x" },
};
const aRequest = () => ({ id: ids.request });
const PLANS: Record<keyof typeof contract, Plan | (() => Plan)> = {
  currentUser: plain,
  updateUser: { body: () => ({ hideGivenAmount: true }) },
  eraseAccount: { times: 3, byOthers: true, body: () => ({ password }) },
  exportData: { times: 20 },
  register: {
    times: 10,
    body: () => ({ username: fresh(), name: "Noor", email: `${fresh()}@example.org`, password }),
  },
  login: { times: 10, body: () => ({ username: fresh(), password }) },
  passkeyOptions: plain,
  passkeyLogin: { body: () => ({ id: "x", clientDataJSON: "x", authenticatorData: "x", signature: "x" }) },
  proofWays: plain,
  stepUp: { times: 10, body: () => ({ password }) },
  listSessions: plain,
  endSession: () => ({ params: { id: ids.other } }),
  endOtherSessions: plain,
  forgotPassword: { body: () => ({ email: `${fresh()}@example.org` }) },
  resetPassword: { times: 10, body: () => ({ ...link(), password }) },
  confirmEmail: { body: link },
  changePassword: { times: 10, body: () => ({ currentPassword: password, password: `${password} nu` }) },
  changeEmail: { body: () => ({ email: `${fresh()}@example.org` }) },
  undoEmail: { body: link },
  contestUndo: { body: link },
  logout: { byOthers: true, times: 6 },
  google: plain,
  listRequests: { query: { limit: "100" } },
  listPlaces: { query: { q: "ut" } },
  nearestPlace: { body: () => ({ latitude: 52.09, longitude: 5.12 }) },
  giftMeter: plain,
  changeGiftMeter: { body: () => ({ on: true, elsewhere: [] }) },
  openBooks: { query: { limit: "100" } },
  bookProof: () => ({ params: { night: "2026-01-01" }, query: { donationId: ids.other } }),
  bookConsistency: { query: { from: "2026-01-01", to: "2026-01-02" } },
  search: { query: { q: "coat", filter: "payable", limit: "100" } },
  getRequest: () => ({ params: aRequest() }),
  readStory: () => ({ params: aRequest() }),
  listPosts: () => ({ params: aRequest() }),
  writePost: () => ({
    params: { id: ids.other },
    body: () => ({ kind: "thanks", text: "", audience: "givers" }),
  }),
  editPost: () => ({ params: { id: ids.other }, body: () => ({ text: "It is here." }) }),
  deletePost: () => ({ params: { id: ids.other } }),
  readFaces: () => ({ query: { ids: ids.request } }),
  events: plain,
  // With a photo: dearest-calls.test.ts.
  createRequest: { body: () => ({ item: "A coat", description: "It is cold.", goal: 5_000 }) },
  listRequestsOfUser: () => ({ params: { userId: ids.user } }),
  blockPerson: () => ({ params: { username: fresh() } }),
  unblockPerson: () => ({ params: { username: fresh() } }),
  followPerson: () => ({ params: { username: fresh() } }),
  unfollowPerson: () => ({ params: { username: fresh() } }),
  saveRequest: () => ({ params: aRequest() }),
  unsaveRequest: () => ({ params: aRequest() }),
  listBlocks: plain,
  editRequest: () => ({ params: { id: ids.other }, body: () => ({ item: "A coat" }) }),
  pauseRequest: () => ({ params: { id: ids.other } }),
  resumeRequest: () => ({ params: { id: ids.other } }),
  closeRequest: () => ({ params: { id: ids.other } }),
  deleteRequest: () => ({ params: { id: ids.other } }),
  applyBoost: () => ({ params: aRequest(), body: () => ({ boostType: "normal" }) }),
  validateDonation: { body: () => ({ requestId: ids.request, amount: "5" }) },
  createPaymentIntent: { times: 20, body: () => ({ requestId: ids.request, amount: "5" }) },
  reserve: { body: () => ({ paymentIntentId: "pi_of_nobody" }) },
  makeGiftLink: () => ({ params: { id: ids.other } }),
  revokeGiftLink: () => ({ params: { id: ids.other } }),
  startGift: { body: () => ({ token: "x".repeat(17), amount: "5", email: "nobody.at-all@example.org" }) },
  claimGift: { body: () => ({ token: "x".repeat(43) }) },
  changeGift: () => ({
    params: { donationId: ids.other },
    body: () => ({ receiptToken: "x".repeat(43), anonymous: false }),
  }),
  takeBack: () => ({ params: { donationId: ids.other } }),
  listGifts: plain,
  giftReceipt: () => ({ times: 3, together: 3, params: { donationId: ids.other } }),
  givenYear: { times: 3, together: 3, query: { year: String(new Date().getFullYear()), format: "csv" } },
  createSubscription: { times: 10, body: () => ({ tier: "gold", paymentMethod: "stripe" }) },
  cancelSubscription: plain,
  sendCancelLink: { body: () => ({ email: `${fresh()}@example.org` }) },
  cancelByLink: { body: link },
  listPurchases: plain,
  withdraw: { body: () => ({ kind: "boosts", id: crypto.randomUUID() }) },
  purchaseBoosts: { times: 20, body: () => ({ boostType: "normal", quantity: 5, paymentMethod: "stripe" }) },
  createCheckout: { times: 20, body: () => ({ amount: "8.99", description: "5 normal boosts" }) },
  leaderboard: { query: { search: "no" } },
  readPerson: () => ({ params: { username: ids.username } }),
  listNotifications: { query: { limit: "100" } },
  readNotification: () => ({ params: { id: ids.other } }),
  sendReport: {
    body: () => ({
      target: { kind: "request", id: ids.request },
      ground: "child_abuse",
      text: "x".repeat(2_000),
      goodFaith: true,
    }),
  },
  readReport: { params: { reference: "AAAA-BBBB-CCCC" }, query: { token: "x".repeat(43) } },
  listDecisions: { query: { limit: "100" } },
  appealDecision: () => ({ params: { id: ids.other }, body: () => ({ text: "x".repeat(2_000) }) }),
  messageChoices: plain,
  chooseMessages: { body: () => ({ kind: "gift_received", mail: "off" }) },
  payouts: plain,
  readPoster: () => ({ times: 3, together: 3, params: { id: ids.request } }),
  payoutStatement: {
    times: 75,
    together: 75,
    query: { year: String(new Date().getFullYear()), format: "pdf" },
  },
  startOnboarding: { times: 10, body: () => ({ country: "NL" }) },
  askPayout: { body: () => ({}) },
  checkPayee: { times: 20 },
  renewPush: { body: () => ({ endpoint: "https://push.example/1" }) },
  uploadPhoto: plain,
  stripeWebhook: event,
  stripeConnectWebhook: event,
  stripeAccountsWebhook: event,
  paypalWebhook: event,
  mailWebhook: { body: () => "x".repeat(500_000), headers: { authorization: "Bearer none" } },
  unsubscribe: { params: { token: "x" } },
  unsubscribePage: { params: { token: "x" } },
  resubscribe: { params: { token: "x" }, body: () => ({ value: "each" }) },
  reportViolations: { body: () => "[]", headers: { "content-type": "application/reports+json" } },
  health: plain,
  ready: plain,
  openApi: plain,
};

/** The routes that are no call of the contract, with an address of each; null where a test of its own has it. */
const ROUTES: Record<string, string | null> = {
  // dearest-calls.test.ts uploads photos and changes avatars.
  "/api/photos/uploads/{key}": null,
  "/photos/{file}": "/photos/x-1x1.webp",
  "/avatars/{file}": "/avatars/x.webp",
  "/share-image/{file}": "/share-image/x.png",
  "/api/sandbox/{path}": "/api/sandbox/mail",
  "/api/auth/callback/google": "/api/auth/callback/google?code=x&state=x",
  "/api/{rest}": "/api/nowhere",
  "/sw.js": "/sw.js",
  "/apple-icon.png": "/apple-icon.png",
  "/favicon.ico": "/favicon.ico",
  "/icon.svg": "/icon.svg",
  "/manifest.webmanifest": "/manifest.webmanifest",
  "/offline": "/offline",
  "/robots.txt": "/robots.txt",
};

const health = () => timed(() => new Client(server.url).call(contract.health));

/** The slowest look while something is done, in ms, and what it adds to the memory, in MB. */
async function watch(work: () => Promise<unknown>) {
  const before = memoryOf(server.pid);
  let isDone = false;
  const slowest = { health: 0, memory: 0 };
  const look = async () => {
    do {
      slowest.health = Math.max(slowest.health, await health());
      slowest.memory = Math.max(slowest.memory, memoryOf(server.pid) - before);
    } while (!isDone);
  };
  const looking = look();
  await work().finally(() => {
    isDone = true;
  });
  await looking;
  return slowest;
}

/** How much longer a look takes beside these calls than beside as many of the cheapest, and what they add in MB. */
async function compare(
  { count, together }: { count: number; together: number },
  run: (n: number) => Promise<unknown>,
) {
  const cheapest = await watch(() => atMost(together, count, health));
  const slowest = await watch(() => atMost(together, count, run));
  return { health: slowest.health - cheapest.health, memory: slowest.memory };
}

async function many(call: Call, { times: count = 24, together = 8, body, byOthers, ...sent }: Plan) {
  const others = byOthers && (await times(count, registered));
  const visitor = call.access === "provider" ? new Client(server.url) : null;
  const callers = others || people;
  const isStream = call.type === STREAM_TYPE;
  return compare({ count, together }, (n) => {
    const caller = visitor ?? (callers[n % callers.length] as Client);
    // The contract describes the events of a stream, not the text of its answer.
    if (isStream) return caller.send(call.method, call.path);
    return caller.call(call, { ...sent, ...(body && { body: body() }) });
  });
}

async function registered(): Promise<Client> {
  const client = new Client(server.url);
  await client.register();
  return client;
}

// Another program on the machine can slow any single try.
describe("trust 35: many of one kind leave the others alone", { retry: 2, tags: "long" }, () => {
  beforeAll(async () => {
    running = await startStack({
      postgresUrl: inject("postgresUrl"),
      env: async () => ({ RATE_LIMITS: "off" }),
    });
    server = running.servers[0] as Server;
    people = Array.from({ length: 6 }, () => new Client(server.url));
    const [owner, donor] = people as [Client, Client];
    const { id: user, username } = await owner.requester();
    await Promise.all(people.slice(1).map((person) => person.requester()));
    const { id: request } = await owner.ask();
    const { body } = await donor.call(contract.createPaymentIntent, {
      body: { requestId: request, amount: "5" },
    });
    await pay((body as { clientSecret: string }).clientSecret, undefined, running.stack);
    ids = { request, user, username, other: randomUUID() };
    await multiplyDonations();
  });
  afterAll(() => running.stop());

  it.each(Object.entries(contract))("%s", async (name, call) => {
    const plan = PLANS[name as keyof typeof contract];
    const { health, memory } = await many(call, typeof plan === "function" ? plan() : plan);
    expect([name, Math.round(health) < 500 || health]).toEqual([name, true]);
    expect([name, memory < 250 || memory]).toEqual([name, true]);
  });

  it.each(Object.entries(ROUTES).filter(([, address]) => address !== null))("%s", async (path, address) => {
    const { health } = await compare({ count: 24, together: 8 }, (n) =>
      (people[n % 6] as Client).send("GET", address ?? ""),
    );
    expect([path, health < 500 || health]).toEqual([path, true]);
  });

  it("every page", async () => {
    for (const page of builtPages().filter((path) => !/^\/(_|500)/.test(path))) {
      const path = page.replace("{username}", ids.username).replace("{rest}", "nowhere");
      const { health, memory } = await compare({ count: 16, together: 4 }, (n) =>
        (people[n % 6] as Client).send("GET", path),
      );
      expect([page, health < 500 || health, memory < 250 || memory]).toEqual([page, true, true]);
    }
  });

  it("statements: some are made, the others hear when to try again, and the memory comes back", async () => {
    const before = memoryOf(server.pid);
    const query = { year: String(new Date().getFullYear()), format: "pdf" };
    const owner = people[0] as Client;
    const answers = await times(20, () => owner.call(contract.payoutStatement, { query }));
    const counts = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect(counts(200)).toBe(4);
    expect(counts(503)).toBe(16);
    expect(answers.find(({ status }) => status === 503)?.headers.get("retry-after")).toBe("10");
    expect(memoryOf(server.pid) - before).toBeLessThan(150);
  });
});

describe("trust 35: nothing is left out", () => {
  it("of the calls", () => expect(Object.keys(PLANS).sort()).toEqual(Object.keys(contract).sort()));

  it("of the routes beside them", () => {
    const calls = new Set(Object.values(contract).map(({ path }) => path as string));
    const others = builtRoutes().filter((path) => !calls.has(path));
    expect(others.sort()).toEqual(Object.keys(ROUTES).sort());
  });
});
