import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { findDisagreements } from "@/db/checks";
import { connect } from "@/db/client";
import { contract } from "@/lib/web/contract";
import { Client, eventually, ownStack, sandbox } from "../support/http";

type Me = {
  normalBoosts: number;
  premiumBoosts: number;
  subscriptionTier: string;
  subscriptionExpiry: string | null;
  subscriptionCancelled: boolean;
};

const books = connect(ownStack().databaseUrl, { max: 2 });
afterAll(async () => {
  expect(await findDisagreements(books.db, "Europe/Amsterdam")).toEqual([]);
  await books.close();
});

let buyer: Client;
beforeEach(async () => {
  buyer = new Client();
  await buyer.requester("Mila");
});
afterEach(() => sandbox("DELETE", "/faults"));

const me = async (client = buyer) => (await client.call(contract.currentUser)).body as Me;
const has = (wanted: Partial<Me>, client = buyer) =>
  eventually(
    () => me(client),
    (now) => Object.entries(wanted).every(([name, value]) => now[name as keyof Me] === value),
  );

const purchase = (body: Record<string, unknown>, headers = {}) =>
  buyer.call(contract.purchaseBoosts, { body: { boostType: "normal", quantity: 5, ...body }, headers });
const checkout = (body: Record<string, unknown>) =>
  buyer.call(contract.createCheckout, {
    body: { amount: "8.99", description: "5 normal boosts", currency: "eur", ...body },
  });
const subscribeByCard = (tier: string, client = buyer) =>
  client.call(contract.createSubscription, { body: { tier, method: "stripe", returnUrl: "/profile" } });
const subscribe = (tier: string, client = buyer) =>
  client.call(contract.createSubscription, { body: { tier, returnUrl: "/profile" } });

/** Sends the form of a provider's page, as its visitor does. Answers where it leads. */
async function submit(page: string, fields: Record<string, string>): Promise<URL> {
  const response = await fetch(page, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(fields),
  });
  expect(response.status).toBe(303);
  return new URL(response.headers.get("location") ?? "", page);
}

const approve = (page: string) => submit(page, { outcome: "approve" });
const card = { number: "4242424242424242", expiry: "12/40", cvc: "123" };
const approvalUrl = (answer: { body: unknown }) => (answer.body as { approvalUrl: string }).approvalUrl;

describe("boosts by wallet", () => {
  it("are held once their buyer approved, without the browser coming back", async () => {
    const answer = await purchase({
      quantity: 3,
      amount: "5,97",
      currency: "EUR",
      returnUrl: "/profile?tab=boosts",
    });
    expect(answer.body).toMatchObject({ success: true });
    expect(await me()).toMatchObject({ normalBoosts: 0 });
    const back = await approve(approvalUrl(answer));
    expect(back.origin).toBe(buyer.base);
    expect([back.pathname, back.searchParams.get("tab")]).toEqual(["/profile", "boosts"]);
    expect(back.searchParams.get("purchase")).toBeTruthy();
    await has({ normalBoosts: 3 });
  });

  it("can be used on a request, by creating it and by applying", async () => {
    await approve(approvalUrl(await purchase({ boostType: "premium", quantity: 2 })));
    await has({ premiumBoosts: 2 });
    const body = {
      item: "A bicycle",
      description: "To get to work.",
      goal: 10_000,
      appliedBoostType: "premium",
    };
    const created = await buyer.call(contract.createRequest, { body });
    expect(created.body).toMatchObject({ appliedBoostType: "premium", priorityLevel: 2 });
    const { id } = await buyer.ask();
    const boost = { params: { id }, body: { boostType: "premium" } };
    const other = new Client();
    await other.register();
    expect((await other.call(contract.applyBoost, boost)).status).toBe(403);
    const once = { ...boost, headers: { "idempotency-key": "one boost" } };
    expect((await buyer.call(contract.applyBoost, once)).body).toMatchObject({ id, priorityLevel: 2 });
    expect((await buyer.call(contract.applyBoost, once)).body).toMatchObject({ id, priorityLevel: 2 });
    const elsewhere = { ...once, params: { id: (created.body as { id: string }).id } };
    expect((await buyer.call(contract.applyBoost, elsewhere)).body).toMatchObject({
      code: "IDEMPOTENCY_MISMATCH",
    });
    expect((await buyer.call(contract.applyBoost, boost)).body).toMatchObject({ code: "ALREADY_BOOSTED" });
    expect((await buyer.call(contract.createRequest, { body })).body).toMatchObject({
      code: "INSUFFICIENT_BOOSTS",
    });
    const missing = { ...boost, params: { id: crypto.randomUUID() } };
    expect((await buyer.call(contract.applyBoost, missing)).status).toBe(404);
  });

  it("ask the provider once for an Idempotency-Key", async () => {
    const headers = { "idempotency-key": "five boosts" };
    const [first, second] = await Promise.all([purchase({}, headers), purchase({}, headers)]);
    expect(second.body).toEqual(first.body);
    expect((await purchase({ quantity: 6 }, headers)).body).toMatchObject({ code: "IDEMPOTENCY_MISMATCH" });
  });

  it.each([
    [{ quantity: 0 }, "VALIDATION_ERROR"],
    [{ quantity: 51 }, "VALIDATION_ERROR"],
    [{ quantity: 1.5 }, "VALIDATION_ERROR"],
    [{ quantity: "5" }, "VALIDATION_ERROR"],
    [{ boostType: "golden" }, "VALIDATION_ERROR"],
    [{ amount: "8.98" }, "AMOUNT_MISMATCH"],
    [{ amount: 9.95 }, "AMOUNT_MISMATCH"],
    [{ amount: "8.991" }, "INVALID_AMOUNT"],
    [{ currency: "usd" }, "CURRENCY_MISMATCH"],
  ])("trust 15: %j is refused with %s", async (body, code) => {
    expect((await purchase(body)).body).toMatchObject({ code });
  });

  it("trust 28: leads back to this origin, whatever is asked", async () => {
    for (const returnUrl of ["//evil.example", "https://evil.example/profile", "/\\evil.example"]) {
      const back = await approve(approvalUrl(await purchase({ quantity: 1, returnUrl })));
      expect([back.origin, back.pathname]).toEqual([buyer.base, "/profile"]);
    }
  });

  it("are taken back when the payment is refunded, and the buyer is told", async () => {
    const back = await approve(approvalUrl(await purchase({})));
    await has({ normalBoosts: 5 });
    await sandbox("POST", `/wallet/${back.searchParams.get("token")}/refund`);
    await has({ normalBoosts: 0 });
    const [told] = (await buyer.call(contract.listNotifications)).body as unknown[];
    expect(told).toMatchObject({
      type: "refund",
      requestId: null,
      progress: null,
      purchase: "boosts",
      amount: 899,
    });
  });

  it("answer 502 while the provider is away, and continue with the same key", async () => {
    const headers = { "idempotency-key": "away" };
    await sandbox("POST", "/faults", {
      failNext: 503,
      scope: { call: "POST /v2/checkout/orders" },
      times: 20,
    });
    expect((await purchase({}, headers)).body).toMatchObject({ code: "PROVIDER_UNAVAILABLE" });
    await sandbox("DELETE", "/faults");
    await approve(approvalUrl(await purchase({}, headers)));
    await has({ normalBoosts: 5 });
  });
});

describe("boosts by card, on the provider's page", () => {
  it.each([
    [{}, { normalBoosts: 5 }],
    [{ amount: 12.99, description: "Premium boost pack (5)" }, { premiumBoosts: 5 }],
  ])("%j brings %j", async (body, boosts) => {
    const { url } = (await checkout(body)).body as { url: string };
    const back = await submit(url, card);
    expect([back.origin, back.pathname]).toEqual([buyer.base, "/profile"]);
    await has(boosts);
  });

  it.each([
    [{ amount: "8.98" }, "UNKNOWN_PRODUCT"],
    [{ amount: "12.99" }, "UNKNOWN_PRODUCT"],
    [{ amount: "4.99", description: "Gold subscription" }, "UNKNOWN_PRODUCT"],
    [{ amount: "free" }, "INVALID_AMOUNT"],
    [{ currency: "usd" }, "CURRENCY_MISMATCH"],
    [{ currency: undefined }, "VALIDATION_ERROR"],
  ])("%j is refused with %s", async (body, code) => {
    expect((await checkout(body)).body).toMatchObject({ code });
  });
});

describe("subscriptions", () => {
  it("run from the approval until they are cancelled and have ended", async () => {
    const nothing = await buyer.call(contract.cancelSubscription);
    expect(nothing.body).toMatchObject({ code: "NOT_SUBSCRIBED" });
    const back = await approve(approvalUrl(await subscribe("gold")));
    expect([back.origin, back.pathname]).toEqual([buyer.base, "/profile"]);
    const running = await has({ subscriptionTier: "gold", normalBoosts: 5, subscriptionCancelled: false });
    const days = (new Date(running.subscriptionExpiry ?? "").getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(27);
    expect(days).toBeLessThan(36);
    expect((await subscribe("gold")).body).toMatchObject({ code: "ALREADY_SUBSCRIBED" });
    const cancelled = await buyer.call(contract.cancelSubscription);
    expect(cancelled.body).toEqual({ success: true, subscriptionExpiry: running.subscriptionExpiry });
    expect(await me()).toMatchObject({ subscriptionTier: "gold", subscriptionCancelled: true });
  });

  it("give each month's boosts once, and move up at once", async () => {
    const back = await approve(approvalUrl(await subscribe("gold")));
    await has({ normalBoosts: 5 });
    const providerId = back.searchParams.get("subscription_id");
    await sandbox("POST", `/wallet/${providerId}/renew`);
    await has({ normalBoosts: 10 });
    await approve(approvalUrl(await subscribe("diamond")));
    await has({
      subscriptionTier: "diamond",
      premiumBoosts: 5,
      normalBoosts: 10,
      subscriptionCancelled: false,
    });
    expect((await subscribe("gold")).body).toMatchObject({ code: "ALREADY_SUBSCRIBED" });
    const gold = async () =>
      (
        (await sandbox("GET", "/state")) as { wallet: { subscriptions: { id: string; status: string }[] } }
      ).wallet.subscriptions.find(({ id }) => id === providerId)?.status;
    // The new plan is booked first.
    await expect.poll(gold).toBe("CANCELLED");
  });

  it("run by card in the same way, each at its own provider (D49)", async () => {
    const back = await submit(approvalUrl(await subscribeByCard("gold")), card);
    expect([back.origin, back.pathname]).toEqual([buyer.base, "/profile"]);
    await has({ subscriptionTier: "gold", normalBoosts: 5, subscriptionCancelled: false });
    expect((await subscribe("gold")).body).toMatchObject({ code: "ALREADY_SUBSCRIBED" });
    const ours = back.searchParams.get("subscription");
    const record = async () =>
      (
        (await sandbox("GET", "/state")) as {
          subscriptions: { id: string; status: string; metadata: { subscriptionId?: string } }[];
        }
      ).subscriptions.find(({ metadata }) => metadata.subscriptionId === ours);
    await sandbox("POST", `/subscriptions/${(await record())?.id}/renew`);
    await has({ normalBoosts: 10 });
    await approve(approvalUrl(await subscribe("diamond")));
    await has({ subscriptionTier: "diamond", premiumBoosts: 5, normalBoosts: 10 });
    await expect.poll(async () => (await record())?.status).toBe("canceled");
    expect((await buyer.call(contract.cancelSubscription)).body).toMatchObject({ success: true });
  });

  it("is refused for a way to pay that there is not", async () => {
    const body = { tier: "gold", method: "cash" };
    expect((await buyer.call(contract.createSubscription, { body })).body).toMatchObject({
      code: "VALIDATION_ERROR",
    });
  });

  it.each(["none", "platinum", ""])("%j is no plan", async (tier) => {
    expect((await subscribe(tier)).body).toMatchObject({ code: "VALIDATION_ERROR" });
  });
});

describe("the wallet provider's events", () => {
  it("trust 3: what the provider did not sign changes nothing", async () => {
    const page = approvalUrl(await purchase({}));
    const order = new URL(page).pathname.split("/").at(-1) ?? "";
    const event = { id: "WH-FORGED", event_type: "CHECKOUT.ORDER.APPROVED", resource: { id: order } };
    const signature = {
      "paypal-auth-algo": "SHA256withRSA",
      "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/CERT",
      "paypal-transmission-id": "forged",
      "paypal-transmission-sig": "forged",
      "paypal-transmission-time": new Date().toISOString(),
    };
    for (const headers of [{}, signature]) {
      const answer = await new Client().send("POST", contract.paypalWebhook.path, { body: event, headers });
      expect(answer).toMatchObject({ status: 400, body: { code: "BAD_SIGNATURE" } });
    }
    expect(await me()).toMatchObject({ normalBoosts: 0 });
  });
});
