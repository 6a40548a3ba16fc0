import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findDisagreements } from "@/db/checks";
import { connect } from "@/db/client";
import { users } from "@/db/schema";
import { contract } from "@/lib/web/contract";
import en from "@/messages/en.json";
import { callAction } from "../support/action-call";
import { builtActions } from "../support/doors";
import { Client, eventually, ownStack, pay, sandbox } from "../support/http";

type Request = { id: string; raised: number; isCompleted: boolean };
type Told = { id: string };
type Intent = { clientSecret: string; donationAmount: number; serviceFee: number; totalAmount: number };

const books = connect(ownStack().databaseUrl, { max: 2 });
afterAll(async () => {
  expect(await findDisagreements(books.db, "Europe/Amsterdam")).toEqual([]);
  await books.close();
});

let owner: Client;
let donor: Client;
let ownerId: string;
let ownerName: string;

beforeAll(async () => {
  owner = new Client();
  donor = new Client();
  ({ id: ownerId, username: ownerName } = await owner.requester("Samira"));
  await donor.register("Joris");
});

const find = async (id: string) =>
  (await donor.call(contract.getRequest, { params: { id } })).body as Request;
const raisedTo = (id: string, cents: number) =>
  eventually(
    () => find(id),
    ({ raised }) => raised === cents,
  );

async function intend(requestId: string, amount: unknown, more: Record<string, unknown> = {}, headers = {}) {
  return donor.call(contract.createPaymentIntent, { body: { requestId, amount, ...more }, headers });
}

describe("giving by card", () => {
  it("credits the request, the totals, the leaderboard and the notifications through the signed webhook", async () => {
    const request = await owner.ask(10_000);
    const terms = await donor.call(contract.validateDonation, { body: { requestId: request.id } });
    expect(terms.body).toEqual({
      valid: true,
      requestId: request.id,
      recipientId: ownerId,
      remaining: 10_000,
      currency: "eur",
    });
    const intent = (await intend(request.id, "25,00")).body as Intent;
    expect(intent).toMatchObject({ donationAmount: 2500, serviceFee: 50, totalAmount: 2550 });
    expect((await find(request.id)).raised).toBe(0);
    expect((await pay(intent.clientSecret)).body).toMatchObject({ status: "succeeded" });
    await raisedTo(request.id, 2500);
    expect((await donor.call(contract.currentUser)).body).toMatchObject({
      totalGiven: 2500,
      monthlyGiven: 2500,
      weeklyGiven: 2500,
      dailyGiven: 2500,
    });
    expect((await owner.call(contract.currentUser)).body).toMatchObject({ totalReceived: 2500 });
    const entries = (await donor.call(contract.leaderboard, { query: { period: "daily" } })).body;
    expect(entries).toContainEqual(expect.objectContaining({ totalGiven: 2500, dailyGiven: 2500 }));
    const [told] = (await owner.call(contract.listNotifications)).body as { id: string }[];
    expect(told).toMatchObject({
      type: "donation",
      amount: 2500,
      progress: 25,
      requestTitle: "A winter coat",
      read: false,
    });
    const read = await owner.call(contract.readNotification, { params: { id: told?.id ?? "" } });
    expect(read.body).toMatchObject({ read: true });
    const foreign = await donor.call(contract.readNotification, { params: { id: told?.id ?? "" } });
    expect(foreign.status).toBe(404);
  });

  it("lets the recipient thank an anonymous donor, who is told by whom", async () => {
    const donor = new Client();
    await donor.register("Lotte");
    await donor.call(contract.updateUser, { body: { anonymousProfile: true } });
    const request = await owner.ask(10_000);
    const { body } = await donor.call(contract.createPaymentIntent, {
      body: { requestId: request.id, amount: "5" },
    });
    await pay((body as Intent).clientSecret);
    await raisedTo(request.id, 500);
    const donation = async () => ((await owner.call(contract.listNotifications)).body as Told[])[0];
    const before = await donation();
    expect(before).toMatchObject({ type: "donation", donorName: null, emoji: null });

    const thankAction = builtActions().find(({ name }) => name === "thankAction");
    if (!thankAction) throw new Error("the build has no such action");
    const answer = await callAction(owner, thankAction, [{ id: before?.id, emoji: "🤗" }]);
    expect([answer.outcome, answer.data]).toEqual(["ok", null]);
    expect(await donation()).toEqual({ ...before, emoji: "🤗", read: true });
    expect((await donor.call(contract.listNotifications)).body).toMatchObject([
      {
        type: "thanks",
        emoji: "🤗",
        requesterName: ownerName,
        requestTitle: "A winter coat",
        read: false,
      },
    ]);
  });

  it.each([
    ["4000000000000002", "card_declined"],
    ["4000000000009995", "card_declined"],
    ["4000000000000069", "expired_card"],
    ["4000000000000127", "incorrect_cvc"],
    ["4000000000000119", "processing_error"],
  ])("credits nothing when card %s is refused, and takes another card afterwards", async (number, code) => {
    const asker = new Client();
    await asker.requester();
    const request = await asker.ask(5_000);
    const { clientSecret } = (await intend(request.id, "10")).body as Intent;
    const refused = await pay(clientSecret, number);
    expect(refused).toMatchObject({ status: 402, body: { error: { type: "card_error", code } } });
    await pay(clientSecret);
    await raisedTo(request.id, 1000);
  });

  it("shows visitors how to give beyond the goal of a subscriber, also of an anonymous one (D26, D38)", async () => {
    const asker = new Client();
    const { id: askerId } = await asker.requester();
    const request = await asker.ask(1_000);
    const { url } = (await asker.call(contract.makeGiftLink, { params: request })).body as { url: string };
    const { clientSecret } = (await intend(request.id, 10)).body as Intent;
    await pay(clientSecret);
    await raisedTo(request.id, 1_000);
    const { pathname } = new URL(url);
    const headers = { "accept-language": "en" };
    const offered = async () => {
      const preview = `/auth?next=${encodeURIComponent(`/?request=${request.id}`)}`;
      const pages = [pathname, preview].map((path) => new Client().send("GET", path, { headers }));
      const [form, card] = (await Promise.all(pages)).map(({ body }) => String(body));
      return [form?.includes(en.give.title), card?.includes(`href="${pathname}"`)];
    };
    expect(await offered()).toEqual([false, false]);
    const asks = { subscriptionTier: "gold", anonymousProfile: true } as const;
    await books.db.update(users).set(asks).where(eq(users.id, askerId));
    expect(await offered()).toEqual([true, true]);
  });

  it("asks the provider once for an Idempotency-Key, and refuses it with another body", async () => {
    const request = await owner.ask(10_000);
    const headers = { "idempotency-key": "one donation" };
    const [first, second] = await Promise.all([1, 2].map(() => intend(request.id, "5", {}, headers)));
    expect(second?.body).toEqual(first?.body);
    expect((await intend(request.id, "6", {}, headers)).body).toMatchObject({ code: "IDEMPOTENCY_MISMATCH" });
    await owner.call(contract.deleteRequest, { params: { id: request.id } });
  });
});

describe("trust 13, 14: what is asked must be exact", () => {
  it.each([
    ["1e3", "INVALID_AMOUNT"],
    ["NaN", "INVALID_AMOUNT"],
    ["Infinity", "INVALID_AMOUNT"],
    ["-1", "INVALID_AMOUNT"],
    [-1, "INVALID_AMOUNT"],
    ["0", "INVALID_AMOUNT"],
    ["0.004", "INVALID_AMOUNT"],
    ["1.005", "INVALID_AMOUNT"],
    ["١٢", "INVALID_AMOUNT"],
    ["", "INVALID_AMOUNT"],
    ["0.48", "AMOUNT_TOO_SMALL"],
    ["2147483648", "AMOUNT_ABOVE_REMAINING"],
    ["1.234,56", "AMOUNT_ABOVE_REMAINING"],
    ["50.01", "AMOUNT_ABOVE_REMAINING"],
    [null, "VALIDATION_ERROR"],
    [true, "VALIDATION_ERROR"],
  ])("refuses the amount %j with %s", async (amount, code) => {
    const request = await openRequest();
    expect((await intend(request, amount)).body).toMatchObject({ code });
  });

  it("refuses another currency, another recipient, one's own request and one that does not exist", async () => {
    const request = await openRequest();
    expect((await intend(request, "10", { currency: "usd" })).body).toMatchObject({
      code: "CURRENCY_MISMATCH",
    });
    expect((await intend(request, "10", { recipientId: crypto.randomUUID() })).body).toMatchObject({
      code: "RECIPIENT_MISMATCH",
    });
    expect((await intend("not-an-id", "10")).status).toBe(404);
    const own = await owner.call(contract.createPaymentIntent, {
      body: { requestId: request, amount: "10" },
    });
    expect(own.body).toMatchObject({ code: "OWN_REQUEST" });
  });

  it("takes no more once a free requester's goal is reached", async () => {
    const asker = new Client();
    await asker.requester();
    const request = await asker.ask(1_000);
    const { clientSecret } = (await intend(request.id, 10)).body as Intent;
    await pay(clientSecret);
    await eventually(
      () => find(request.id),
      ({ isCompleted }) => isCompleted,
    );
    expect((await intend(request.id, "1")).body).toMatchObject({ code: "GOAL_REACHED" });
  });

  let shared: string | undefined;
  async function openRequest(): Promise<string> {
    shared ??= (await owner.ask(5_000)).id;
    return shared;
  }
});

describe("trust 3: webhooks are judged by their signature", () => {
  const body = (paymentId: string) =>
    JSON.stringify({
      id: `evt_${crypto.randomUUID()}`,
      object: "event",
      type: "payment_intent.succeeded",
      data: { object: { id: paymentId, object: "payment_intent" } },
    });
  const sign = (text: string, secret: string, at: number) =>
    `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${text}`).digest("hex")}`;
  const now = () => Math.floor(Date.now() / 1000);

  it.each([
    ["missing", () => undefined],
    ["wrong, or by a secret that was rotated out", (text: string) => sign(text, "whsec_of_yesterday", now())],
    ["over another body", (text: string) => sign(`${text} `, ownStack().webhookSecret, now())],
    ["301 seconds old", (text: string) => sign(text, ownStack().webhookSecret, now() - 301)],
    ["malformed", () => "v1=,t="],
  ])("a signature that is %s gets 400 and leaves no trace", async (_, signature) => {
    const text = body("pi_forged");
    const value = signature(text);
    const answer = await new Client().call(contract.stripeWebhook, {
      body: text,
      ...(value !== undefined && { headers: { "stripe-signature": value } }),
    });
    expect(answer).toMatchObject({ status: 400, body: { code: "BAD_SIGNATURE" } });
    const id = (JSON.parse(text) as { id: string }).id;
    expect(
      await books.db.query.providerEvents.findFirst({ where: (event, { eq }) => eq(event.eventId, id) }),
    ).toBeUndefined();
  });

  it("takes a good one from any origin, once", async () => {
    const text = body("pi_unknown");
    const headers = {
      "stripe-signature": sign(text, ownStack().webhookSecret, now()),
      origin: "https://provider.example",
    };
    for (const _ of [1, 2]) {
      const answer = await new Client().call(contract.stripeWebhook, { body: text, headers });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-encoding")).toBeNull();
    }
  });
});

describe("trust 3: webhooks about payees are judged by the secret of their own source", () => {
  const now = () => Math.floor(Date.now() / 1000);
  const sign = (text: string, secret: string) =>
    `t=${now()},v1=${createHmac("sha256", secret).update(`${now()}.${text}`).digest("hex")}`;
  const payout = {
    object: "event",
    type: "payout.paid",
    account: "acct_unknown",
    data: { object: { id: "po_unknown", object: "payout" } },
  };
  const account = {
    object: "v2.core.event",
    type: "v2.core.account[requirements].updated",
    created: new Date().toISOString(),
    livemode: false,
    context: null,
    related_object: { id: "acct_unknown", type: "v2.core.account", url: "/v2/core/accounts/acct_unknown" },
  };

  it.each([
    ["stripeConnectWebhook", "connectWebhookSecret", "accountEventsSecret", payout],
    ["stripeAccountsWebhook", "accountEventsSecret", "connectWebhookSecret", account],
  ] as const)("%s", async (name, own, other, event) => {
    const id = `evt_${crypto.randomUUID()}`;
    const text = JSON.stringify({ id, ...event });
    const stored = () =>
      books.db.query.providerEvents.findFirst({ where: (row, { eq }) => eq(row.eventId, id) });
    const send = (secret: string) =>
      new Client().call(contract[name], {
        body: text,
        headers: { "stripe-signature": sign(text, secret), origin: "https://provider.example" },
      });
    for (const secret of ["whsec_of_yesterday", ownStack().webhookSecret, ownStack()[other]]) {
      expect(await send(secret)).toMatchObject({ status: 400, body: { code: "BAD_SIGNATURE" } });
    }
    expect(await stored()).toBeUndefined();
    for (const _ of [1, 2]) expect((await send(ownStack()[own])).status).toBe(200);
    expect(await stored()).toMatchObject({ outcome: "unknown", handledAt: expect.any(Date) });
  });
});

describe("faults between the application and the provider", () => {
  let request: { id: string };
  beforeAll(async () => {
    const asker = new Client();
    await asker.requester();
    request = await asker.ask(50_000);
  });
  afterEach(() => sandbox("DELETE", "/faults"));

  const raised = async () => (await find(request.id)).raised;

  it("trust 6, 7: the return page settles what no webhook told, for whoever holds the payment's secret", async () => {
    const before = await raised();
    await sandbox("POST", "/faults", { lose: true, times: 20 });
    const { clientSecret } = (await intend(request.id, "10")).body as Intent;
    await pay(clientSecret);
    const { unknown, succeeded } = en.paymentSuccess.titles;
    const expectTitle = async (title: string, payment: string, secret: string) => {
      const headers = { "accept-language": "en" };
      const { body } = await new Client().send("GET", returnAddress(payment, secret), { headers });
      expect(/<h1[^>]*>([^<]*)/.exec(String(body))?.[1]).toBe(title);
    };
    await expectTitle(unknown, clientSecret, `${paymentOf(clientSecret)}_secret_guess`);
    await expectTitle(unknown, "pi_forged_secret_x", "pi_forged_secret_x");
    expect(await raised()).toBe(before);
    await expectTitle(succeeded, clientSecret, clientSecret);
    expect(await raised()).toBe(before + 1000);
  });

  it.each([
    ["every event three times at once", { duplicate: 3, times: 20 }],
    ["events last first", { reorder: 3 }],
    ["the success late", { delayMs: 500, scope: { event: "payment_intent.succeeded" } }],
  ])("credits once with %s", async (_, order) => {
    const before = await raised();
    await sandbox("POST", "/faults", order);
    const { clientSecret } = (await intend(request.id, "10")).body as Intent;
    await pay(clientSecret);
    await raisedTo(request.id, before + 1000);
    await sandbox("DELETE", "/faults");
    await settled(clientSecret);
    expect(await raised()).toBe(before + 1000);
  });

  it("trust 10: makes one payment when the provider acts and never answers", async () => {
    const before = await raised();
    await sandbox("POST", "/faults", {
      timeoutAfterActing: "cut",
      scope: { call: "POST /v1/payment_intents" },
    });
    const { status, body } = await intend(request.id, "10", {}, { "idempotency-key": "cut" });
    expect(status).toBe(200);
    const again = await intend(request.id, "10", {}, { "idempotency-key": "cut" });
    expect(again.body).toEqual(body);
    await pay((body as Intent).clientSecret);
    await raisedTo(request.id, before + 1000);
  });

  it("answers 502 while the provider is down, charges nobody, and goes on with the same key afterwards", async () => {
    const before = await raised();
    await sandbox("POST", "/faults", {
      failNext: 503,
      times: 3,
      scope: { call: "POST /v1/payment_intents" },
    });
    const headers = { "idempotency-key": "down" };
    expect(await intend(request.id, "10", {}, headers)).toMatchObject({
      status: 502,
      body: { code: "PROVIDER_UNAVAILABLE" },
    });
    await sandbox("DELETE", "/faults");
    const { body } = await intend(request.id, "10", {}, headers);
    await pay((body as Intent).clientSecret);
    await raisedTo(request.id, before + 1000);
  });

  it("answers 5xx to an event it cannot look up, so that the provider sends it again", async () => {
    const before = await raised();
    await sandbox("POST", "/faults", {
      failNext: 503,
      times: 3,
      scope: { call: "GET /v1/payment_intents/:id" },
    });
    const { clientSecret } = (await intend(request.id, "10")).body as Intent;
    await pay(clientSecret);
    await raisedTo(request.id, before + 1000);
  });

  it("trust 12: a refund, and a lost dispute, take a donation back once", async () => {
    const before = await raised();
    for (const ending of [["refund"], ["dispute", "lose-dispute"]]) {
      const { clientSecret } = (await intend(request.id, "10")).body as Intent;
      await pay(clientSecret);
      await raisedTo(request.id, before + 1000);
      for (const step of ending) await sandbox("POST", `/payments/${paymentOf(clientSecret)}/${step}`, {});
      await raisedTo(request.id, before);
    }
    const told = (await donor.call(contract.listNotifications)).body as { type: string; reason: string }[];
    expect(told.filter(({ type }) => type === "refund").map(({ reason }) => reason)).toEqual([
      "dispute",
      "requested",
    ]);
  });

  /** Every event about the payment has been handled. */
  async function settled(clientSecret: string): Promise<void> {
    await eventually(
      () =>
        books.db.query.providerEvents.findMany({
          where: (event, { eq }) => eq(event.paymentId, paymentOf(clientSecret)),
        }),
      (events) => events.length >= 3 && events.every(({ handledAt }) => handledAt !== null),
    );
  }
});

function paymentOf(clientSecret: string): string {
  return clientSecret.split("_secret_")[0] ?? "";
}

function returnAddress(clientSecret: string, shownSecret: string): string {
  const query = new URLSearchParams({
    payment_intent: paymentOf(clientSecret),
    payment_intent_client_secret: shownSecret,
  });
  return `/payment-success?${query}`;
}
