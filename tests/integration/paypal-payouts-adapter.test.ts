import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { setClock } from "@/lib/ground/clock";
import { CallNotRead, type ProviderAnswer, ProviderUnavailable } from "@/lib/providers/gateway";
import { type PayoutProvider, PayoutRefused } from "@/lib/providers/payout-provider";
import { createPayPalPayouts } from "@/lib/providers/paypal/payout-provider";
import { openTestSandbox, type TestSandbox, temporaryFolder, WALLET } from "@/sandbox/support";
import { ISSUES } from "@/sandbox/wallet/issues";

const folder = temporaryFolder();
let sandbox: TestSandbox;
let payouts: PayoutProvider;
const answers: ProviderAnswer[] = [];
const providerAt = (apiBase: string, keys = WALLET) =>
  createPayPalPayouts(
    { ...keys, apiBase, currency: "eur" },
    { timeout: 1_000, retries: 1, onAnswer: (answer) => answers.push(answer) },
  );
beforeAll(async () => {
  sandbox = await openTestSandbox(folder.path);
  payouts = providerAt(sandbox.url);
});
afterEach(async () => {
  setClock();
  await sandbox.call("DELETE", "/_sandbox/faults");
});
afterAll(async () => {
  await sandbox.stop();
  folder.remove();
});

const CALL = "POST /v1/payments/payouts";
const fault = (body: object) => sandbox.call("POST", "/_sandbox/faults", body);
const clock = (by: object) => sandbox.call("POST", "/_sandbox/clock", by);
const about = (id: string, deed: string) => sandbox.call("POST", `/_sandbox/wallet/${id}/${deed}`, {});
let count = 0;
const payoutTo = (address: string, amount = 1_250) => {
  count += 1;
  const [payoutId, account] = [`p-${count}`, `a-${count}:${address}`];
  return {
    payoutId,
    account,
    amount,
    currency: "eur",
    createdAt: new Date(),
    cause: "goal" as const,
    donationIds: [],
    idempotencyKey: `payout-${count}`,
  };
};
const look = (id: string) => payouts.findPayout("a-1:vera@example.org", id);
const batchesOf = async (payoutId: string) => {
  const { body } = await sandbox.call("GET", "/_sandbox/state");
  const { wallet } = body as { wallet: { payouts: { senderBatchId: string; receiver: string }[] } };
  return wallet.payouts.filter(({ senderBatchId }) => senderBatchId === payoutId);
};
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => "not refused",
    (error: unknown) => (error instanceof PayoutRefused ? error.code : error),
  );

describe("an account", () => {
  it("is an address: it can be paid at once, and nothing is asked", async () => {
    const account = { country: "NL", currency: "eur", idempotencyKey: "k" };
    const { id } = await payouts.createAccount({ ...account, accountId: "a-1", email: "Vera@example.org" });
    expect(await payouts.findAccount(id)).toEqual({
      id,
      country: null,
      transfers: "active",
      payouts: "active",
      waitsFor: "nobody",
      waitsUntil: null,
      problem: null,
      bankId: null,
      bankLast4: null,
      bankFingerprint: "vera@example.org",
      closed: false,
    });
    const urls = { returnUrl: "https://shop.example/b", refreshUrl: "https://shop.example/r" };
    expect(await refusal(payouts.onboardingPage(id, urls))).toBe("NOTHING_ASKED");
    await payouts.closeAccount(id);
    expect(await payouts.balance(id)).toEqual({ available: 0, pending: 0 });
  });

  it("of two people with one address is two accounts, which show that they share it", async () => {
    const open = (accountId: string, email: string) =>
      payouts.createAccount({ accountId, email, country: "NL", currency: "eur", idempotencyKey: accountId });
    const [one, two] = [await open("a-1", "vera@example.org"), await open("a-2", "VERA@example.org")];
    expect(one.id).not.toBe(two.id);
    const [left, right] = [await payouts.findAccount(one.id), await payouts.findAccount(two.id)];
    expect(left?.bankFingerprint).toBe(right?.bankFingerprint);
    expect(await payouts.findAccount("acct_of_another_provider")).toBeNull();
  });

  it("holds no money, so there are no transfers", async () => {
    await expect(payouts.findTransfers("d-1")).rejects.not.toBeInstanceOf(ProviderUnavailable);
  });
});

describe("a payout", () => {
  it("is accepted, arrives, and carries our ids, the amount and the address only", async () => {
    const payout = payoutTo("vera@example.org");
    const before = await payouts.balance(null);
    const made = await payouts.createPayout(payout);
    expect(made).toEqual({
      id: made.id,
      payoutId: payout.payoutId,
      state: "sent",
      amount: 1_250,
      arrivesOn: null,
      failureCode: null,
      destination: null,
    });
    expect(await look(made.id)).toEqual(made);
    await clock({ seconds: 10 });
    expect(await look(made.id)).toEqual({
      ...made,
      state: "paid",
      arrivesOn: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    });
    expect(await payouts.balance(null)).toEqual({ ...before, available: before.available - 1_250 });
    const { payoutId } = payout;
    expect(await batchesOf(payoutId)).toMatchObject([
      { senderBatchId: payoutId, senderItemId: payoutId, receiver: "vera@example.org", currency: "EUR" },
    ]);
  });

  it.each(["cut", "silence"])(
    "is made once when the answer is lost (%s), and the call shows it",
    async (lost) => {
      const payout = payoutTo("vera@example.org");
      await fault({ timeoutAfterActing: lost, scope: { call: CALL } });
      const error = await refusal(payouts.createPayout(payout));
      expect(error).toBeInstanceOf(ProviderUnavailable);
      expect(error).not.toBeInstanceOf(CallNotRead);
      const made = await payouts.createPayout(payout);
      expect(made).toMatchObject({ amount: 1_250 });
      expect(await batchesOf(payout.payoutId)).toMatchObject([{ id: made.id }]);
      await clock({ seconds: 10 });
      expect(await payouts.createPayout(payout)).toMatchObject({ id: made.id, state: "paid" });
      expect(await batchesOf(payout.payoutId)).toHaveLength(1);
    },
  );

  it("of 30 days ago is asked for and never sent again: by then PayPal would pay twice", async () => {
    const payout = payoutTo("vera@example.org");
    const made = await payouts.createPayout(payout);
    await clock({ days: 31 });
    const at = payout.createdAt.getTime() + 30 * 86_400_000;
    setClock(() => new Date(at));
    await expect(payouts.createPayout(payout)).rejects.toBeInstanceOf(ProviderUnavailable);
    expect(await look(made.id)).toMatchObject({ state: "paid" });
    setClock(() => new Date(at - 1));
    await payouts.createPayout(payout);
    expect(await batchesOf(payout.payoutId)).toHaveLength(2);
  });

  it("cannot be looked for by our id, and is null where PayPal does not know its own", async () => {
    const payout = payoutTo("vera@example.org");
    await payouts.createPayout(payout);
    const { account, createdAt } = payout;
    expect(await payouts.listPayouts(account, createdAt)).toBeNull();
    expect(await payouts.findPayout(account, "UNKNOWN")).toBeNull();
  });

  it("that nobody claims is on its way for 30 days, and then comes back", async () => {
    const before = await payouts.balance(null);
    const { id } = await payouts.createPayout(payoutTo("unclaimed@example.org"));
    await clock({ seconds: 10 });
    expect(await look(id)).toMatchObject({ state: "on_the_way", failureCode: null });
    await clock({ days: 29 });
    expect(await look(id)).toMatchObject({ state: "on_the_way" });
    await clock({ days: 2 });
    expect(await look(id)).toMatchObject({ state: "failed", failureCode: "RECEIVER_UNREGISTERED" });
    expect(await payouts.balance(null)).toEqual(before);
  });

  it.each([
    ["failed@example.org", { state: "failed", failureCode: "RECEIVER_ACCOUNT_LOCKED" }],
    ["blocked@example.org", { state: "failed", failureCode: "BLOCKED" }],
    ["onhold@example.org", { state: "on_the_way", failureCode: null }],
  ])("to %s ends as PayPal says", async (address, truth) => {
    const { id } = await payouts.createPayout(payoutTo(address));
    await clock({ seconds: 10 });
    expect(await look(id)).toMatchObject(truth);
  });

  it.each([
    ["refund", "REFUNDED"],
    ["reverse", "REVERSED"],
  ])("that was paid can fail later: %s", async (deed, failureCode) => {
    const { id } = await payouts.createPayout(payoutTo("vera@example.org"));
    await clock({ seconds: 10 });
    expect(await look(id)).toMatchObject({ state: "paid" });
    await about(id, deed);
    expect(await look(id)).toMatchObject({ state: "failed", failureCode, arrivesOn: null });
  });

  it("fails with its whole batch", async () => {
    const { id } = await payouts.createPayout(payoutTo("vera@example.org"));
    await about(id, "deny");
    expect(await look(id)).toMatchObject({
      state: "failed",
      failureCode: "INSUFFICIENT_FUNDS",
      amount: 1_250,
    });
  });

  it("is refused by name, and can be tried again with its id", async () => {
    const { available } = await payouts.balance(null);
    const tooMuch = payoutTo("vera@example.org", available + 1);
    answers.length = 0;
    expect(await refusal(payouts.createPayout(tooMuch))).toBe("INSUFFICIENT_FUNDS");
    expect(answers.at(-1)).toMatchObject({ status: 422, fault: "account", issues: ["INSUFFICIENT_FUNDS"] });
    expect(await refusal(payouts.createPayout({ ...tooMuch, amount: 1 }))).toBe("not refused");
    expect(await refusal(payouts.createPayout(payoutTo("no address")))).toBe("VALIDATION_ERROR");
  });

  it.each(ISSUES[CALL][403])("is not made while the operator's own account may not: %s", async (refuse) => {
    await fault({ refuse, scope: { call: CALL } });
    const payout = payoutTo("vera@example.org");
    answers.length = 0;
    expect(await refusal(payouts.createPayout(payout))).toMatchObject({ name: "CallNotRead", code: refuse });
    expect(answers.at(-1)).toMatchObject({ status: 403, fault: "account" });
    expect(await refusal(payouts.createPayout(payout))).toBe("not refused");
  });

  it("is not made with rejected keys, in a form that PayPal does not know, nor after too many calls", async () => {
    const payout = payoutTo("vera@example.org");
    const keys = { ...WALLET, clientId: "sandbox_other" };
    const withOther = providerAt(sandbox.url, keys).createPayout(payout);
    expect(await refusal(withOther)).toBeInstanceOf(CallNotRead);
    for (const failNext of [400, 429]) {
      await fault({ failNext, scope: { call: CALL } });
      expect(await refusal(payouts.createPayout(payout))).toBeInstanceOf(CallNotRead);
    }
    expect(await batchesOf(payout.payoutId)).toEqual([]);
  });

  it("takes no batch for its own that has another id", async () => {
    const other = await payouts.createPayout(payoutTo("vera@example.org"));
    const shown = await fetch(`${sandbox.url}/v1/payments/payouts/${other.id}`, {
      headers: { Authorization: `Bearer ${await tokenOf()}` },
    });
    const batch = await shown.text();
    let status = 200;
    const server = createServer((request, response) => {
      const isNew = request.method === "POST" && request.url === "/v1/payments/payouts";
      const isBatch = request.method === "GET";
      response.writeHead(isNew ? 400 : isBatch ? status : 200, { "content-type": "application/json" });
      const link = [{ rel: "self", href: `https://api.sandbox.paypal.com/v1/payments/payouts/${other.id}` }];
      const error = { name: "USER_BUSINESS_ERROR", details: [{ issue: "exists", link }] };
      const token = { access_token: "x", token_type: "Bearer", expires_in: 600 };
      response.end(isNew ? JSON.stringify(error) : isBatch ? batch : JSON.stringify(token));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const provider = providerAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(await refusal(provider.createPayout(payoutTo("vera@example.org")))).toBe("USER_BUSINESS_ERROR");
    const own = {
      ...payoutTo("vera@example.org"),
      payoutId: JSON.parse(batch).items[0].payout_item.sender_item_id,
    };
    expect(await provider.createPayout(own)).toMatchObject({ id: other.id });
    status = 429;
    const unread = await refusal(provider.createPayout(own));
    expect(unread).toBeInstanceOf(ProviderUnavailable);
    expect(unread).not.toBeInstanceOf(CallNotRead);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});

describe("an answer that is no answer", () => {
  it("is unavailable", async () => {
    for (const failNext of [429, 500, 503]) {
      await fault({ failNext, times: 6 });
      await expect(payouts.createPayout(payoutTo("vera@example.org"))).rejects.toBeInstanceOf(
        ProviderUnavailable,
      );
      await expect(look("X")).rejects.toBeInstanceOf(ProviderUnavailable);
      await expect(payouts.balance(null)).rejects.toBeInstanceOf(ProviderUnavailable);
      await sandbox.call("DELETE", "/_sandbox/faults");
    }
    for (const provider of [
      providerAt(sandbox.url, { ...WALLET, clientId: "sandbox_other" }),
      providerAt("http://127.0.0.1:9"),
    ]) {
      await expect(provider.balance(null)).rejects.toBeInstanceOf(ProviderUnavailable);
    }
  });

  it("to whether PayPal pays the operator by itself is none", async () => {
    expect(await payouts.isPlatformManual()).toBeNull();
  });
});

async function tokenOf(): Promise<string> {
  const authorization = Buffer.from(`${WALLET.clientId}:${WALLET.clientSecret}`).toString("base64");
  const answered = await fetch(`${sandbox.url}/v1/oauth2/token`, {
    method: "POST",
    headers: { Authorization: `Basic ${authorization}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  return ((await answered.json()) as { access_token: string }).access_token;
}
