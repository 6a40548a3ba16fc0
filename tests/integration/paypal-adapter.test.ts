import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  BadSignature,
  type NewPage,
  type NewSubscription,
  type ProviderAnswer,
  ProviderUnavailable,
  RefundOnHold,
  RefundRefused,
} from "@/lib/providers/gateway";
import { createPayPalGateway } from "@/lib/providers/paypal";
import { createPayPalPayouts } from "@/lib/providers/paypal/payout-provider";
import { openMerchant, openTestSandbox, type TestSandbox, temporaryFolder, WALLET } from "@/sandbox/support";
import { ISSUES } from "@/sandbox/wallet/issues";

const folder = temporaryFolder();
let sandbox: TestSandbox;
let merchant: Awaited<ReturnType<typeof openMerchant>>;
let wallet: ReturnType<typeof createPayPalGateway>;
const providerFor = (apiBase: string, changes: object = {}) =>
  createPayPalGateway({ ...WALLET, apiBase, ...changes }, { timeout: 1_000, retries: 1 });
beforeAll(async () => {
  merchant = await openMerchant();
  sandbox = await openTestSandbox(folder.path, { walletWebhookUrl: merchant.url });
  wallet = providerFor(sandbox.url);
});
afterEach(() => sandbox.call("DELETE", "/_sandbox/faults"));
afterAll(async () => {
  await sandbox.stop();
  await merchant.close();
  folder.remove();
});

const RETURNS = { returnUrl: "https://shop.example/back?a=1", cancelUrl: "https://shop.example/cancelled" };
let count = 0;
const wanted = (changes: Partial<NewPage> = {}): NewPage => {
  count += 1;
  return {
    amount: 899,
    currency: "eur",
    idempotencyKey: `boosts-${count}`,
    description: "5 boosts",
    metadata: { purchaseId: `p-${count}`, userId: "ünïcode & =" },
    locale: "nl",
    ...RETURNS,
    ...changes,
  };
};
const order = (body: object) => sandbox.call("POST", "/_sandbox/faults", body);
const tell = (id: string, deed: string, told?: object) =>
  sandbox.call("POST", `/_sandbox/wallet/${id}/${deed}`, told);
const answer = (url: string, outcome: string) =>
  fetch(url, { method: "POST", body: new URLSearchParams({ outcome }), redirect: "manual" });
const truthOf = async (id: string, look = { disputes: false }) => {
  const truth = await wallet.findPayment(id, look);
  if (!truth) throw new Error(`${id} is not known`);
  return truth;
};
const state = async () =>
  (await sandbox.call("GET", "/_sandbox/state")).body.wallet as Record<
    "orders" | "payments" | "refunds" | "plans" | "subscriptions",
    Record<string, unknown>[]
  >;
const paymentsFor = async (id: string) =>
  (await state()).payments.filter(({ of }) => Object.values(of as object).includes(id));
const approved = async (changes: Partial<NewPage> = {}) => {
  const { id } = await wallet.openPage(wanted(changes));
  await tell(id, "approve");
  return id;
};
const paid = async (changes: Partial<NewPage> = {}) => {
  const id = await approved(changes);
  await wallet.capturePayment(id, `capture-${id}`);
  return id;
};

describe("openPage", () => {
  it("asks for a payment that carries our ids, once per key", async () => {
    const asked = wanted();
    const opened = await wallet.openPage(asked);
    expect(await wallet.openPage(asked)).toEqual(opened);
    expect(await truthOf(opened.id)).toEqual({
      id: opened.id,
      state: "open",
      amount: 899,
      received: 0,
      currency: "eur",
      clientSecret: "",
      metadata: asked.metadata,
      returned: 0,
      disputeLost: null,
      disputeOpen: null,
      disputeFee: null,
      paidBy: null,
      chargeId: null,
      declines: 0,
      changedAt: expect.any(Date),
      approvalUrl: opened.url,
    });
    const [kept] = (await state()).orders.filter(({ id }) => id === opened.id);
    expect(kept).toMatchObject({ customId: asked.idempotencyKey, page: { locale: "nl-NL" } });
  });

  it("carries the four ids of a donation", async () => {
    const uuid = "01a1fdcf-0b93-7051-8f27-31b6025f9074";
    const metadata = { donationId: uuid, requestId: uuid, recipientId: uuid, donorId: uuid };
    const { id } = await wallet.openPage(wanted({ metadata, description: "🎁".repeat(200) }));
    expect((await truthOf(id)).metadata).toEqual(metadata);
  });

  it.each([1, 9, 10, 99, 100, 101, 899, 1_005, 100_000, 123_456_789])(
    "asks for exactly %i cents",
    async (amount) => {
      const id = await paid({ amount });
      expect(await truthOf(id)).toMatchObject({ state: "succeeded", amount, received: amount });
    },
  );

  it.each([0, -1, 1.5, Number.NaN, 2 ** 53])("never asks for %d", async (amount) => {
    await expect(wallet.openPage(wanted({ amount }))).rejects.toThrow();
  });

  it.each(["cut", "silence"])("asks again after an answer that was lost (%s): one order", async (fault) => {
    await order({ timeoutAfterActing: fault, scope: { call: "POST /v2/checkout/orders" } });
    const asked = wanted();
    const { id } = await wallet.openPage(asked);
    const ours = (await state()).orders.filter(({ customId }) => customId === asked.idempotencyKey);
    expect(ours).toMatchObject([{ id }]);
  });

  it("gives up as unavailable, and a later try with the same key finds the order", async () => {
    await order({ timeoutAfterActing: "silence", times: 2, scope: { call: "POST /v2/checkout/orders" } });
    const asked = wanted();
    await expect(wallet.openPage(asked)).rejects.toBeInstanceOf(ProviderUnavailable);
    const { id } = await wallet.openPage(asked);
    expect((await truthOf(id)).metadata).toEqual(asked.metadata);
    expect((await state()).orders.filter(({ customId }) => customId === asked.idempotencyKey)).toHaveLength(
      1,
    );
  });

  it("does not hide a call that the provider refuses", async () => {
    const error = await wallet.openPage(wanted({ currency: "euros" })).catch((thrown: unknown) => thrown);
    expect(error).not.toBeInstanceOf(ProviderUnavailable);
    expect(String(error)).toContain("INVALID_PARAMETER_VALUE");
    const reused = wanted();
    await wallet.openPage(reused);
    await expect(wallet.openPage({ ...reused, amount: 1 })).rejects.toThrow("DUPLICATE_REQUEST_ID");
  });
});

describe("approval and capture", () => {
  it("leads over the provider's page, and takes the money only when asked", async () => {
    const { id, url: approvalUrl } = await wallet.openPage(wanted());
    await wallet.capturePayment(id, "capture-early");
    expect(await truthOf(id)).toMatchObject({ state: "open", received: 0 });
    const back = new URL((await answer(approvalUrl, "approve")).headers.get("location") ?? "");
    expect(back.origin + back.pathname).toBe("https://shop.example/back");
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ a: "1", token: id });
    expect(await truthOf(id)).toMatchObject({ state: "approved", received: 0 });
    await wallet.capturePayment(id, "capture-1");
    expect(await truthOf(id)).toMatchObject({ state: "succeeded", received: 899 });
  });

  it("charges once, whatever the keys and however often at once", async () => {
    const id = await approved();
    await Promise.all(Array.from({ length: 10 }, () => wallet.capturePayment(id, "capture-many")));
    await wallet.capturePayment(id, "capture-other");
    expect(await paymentsFor(id)).toMatchObject([{ amount: 899, status: "COMPLETED" }]);
  });

  it.each(["cut", "silence"])("charges once when the answer is lost (%s)", async (fault) => {
    const id = await approved();
    const scope = { call: "POST /v2/checkout/orders/:id/capture" };
    await order({ timeoutAfterActing: fault, times: 2, scope });
    await expect(wallet.capturePayment(id, `capture-${id}`)).rejects.toBeInstanceOf(ProviderUnavailable);
    await wallet.capturePayment(id, `capture-${id}`);
    expect(await paymentsFor(id)).toHaveLength(1);
    expect(await truthOf(id)).toMatchObject({ state: "succeeded", received: 899 });
  });

  it("takes nothing when the wallet cannot pay, and can be approved again with a new key", async () => {
    const { id, url: approvalUrl } = await wallet.openPage(wanted());
    await answer(approvalUrl, "fail");
    const declined = { outcome: "declined", approvalUrl };
    expect(await wallet.capturePayment(id, "capture-poor")).toEqual(declined);
    const before = await truthOf(id);
    expect(before).toMatchObject({ state: "approved", received: 0 });
    await answer(approvalUrl, "approve");
    expect((await truthOf(id)).changedAt?.getTime()).toBeGreaterThan(before.changedAt?.getTime() ?? 0);
    expect(await wallet.capturePayment(id, "capture-poor")).toEqual(declined);
    expect(await wallet.capturePayment(id, "capture-poor-2")).toEqual({ outcome: "accepted" });
    expect(await truthOf(id)).toMatchObject({ state: "succeeded", received: 899 });
  });

  it("takes nothing, and says so, for whatever the provider refuses a capture (trust 37)", async () => {
    const call = "POST /v2/checkout/orders/:id/capture";
    const again = new Set(["INSTRUMENT_DECLINED", "ORDER_NOT_APPROVED", "PAYER_ACTION_REQUIRED"]);
    again.add("REDIRECT_PAYER_FOR_ALTERNATE_FUNDING");
    const { 401: _passing, ...final } = ISSUES[call];
    for (const issue of Object.values(final).flat()) {
      const id = await approved();
      await order({ refuse: issue, scope: { call, payment: id } });
      const captured = wallet.capturePayment(id, `capture-${id}`);
      if (issue === "ORDER_COMPLETION_IN_PROGRESS") {
        await expect(captured).rejects.toBeInstanceOf(ProviderUnavailable);
      } else if (issue === "ORDER_ALREADY_CAPTURED") {
        expect(await captured).toEqual({ outcome: "accepted" });
      } else {
        expect((await captured).outcome, issue).toBe(again.has(issue) ? "declined" : "refused");
      }
      expect(await truthOf(id)).toMatchObject({ state: "approved", received: 0 });
    }
  });

  it("says in the log what it was refused for, and who can do something about it", async () => {
    const told: ProviderAnswer[] = [];
    const logged = createPayPalGateway(
      { ...WALLET, apiBase: sandbox.url },
      { onAnswer: (one) => told.push(one) },
    );
    const call = "POST /v2/checkout/orders/:id/capture";
    for (const [issue, fault] of [
      ["PAYEE_BLOCKED_TRANSACTION", "payer"],
      ["PERMISSION_DENIED", "account"],
      ["MALFORMED_REQUEST_JSON", "ours"],
      ["INVALID_RESOURCE_ID", "ours"],
    ]) {
      const id = await approved();
      await order({ refuse: issue, scope: { call, payment: id } });
      await logged.capturePayment(id, `capture-${id}`);
      expect(told.at(-1)).toMatchObject({ issues: [expect.any(String), issue], fault });
      expect(told.at(-1)?.providerRequestId).toMatch(/^\w{13}$/);
    }
    expect(await logged.findPayment("UNKNOWN1234")).toBeNull();
    expect(told.at(-1)).toMatchObject({ status: 404, fault: undefined });
  });

  it("calls what the operator's own account is refused for unavailable", async () => {
    for (const issue of [
      "PAYEE_ACCOUNT_RESTRICTED",
      "PAYEE_ACCOUNT_LOCKED_OR_CLOSED",
      "TRANSACTION_REFUSED",
    ]) {
      await order({ refuse: issue, scope: { call: "POST /v2/checkout/orders" } });
      await expect(wallet.openPage(wanted())).rejects.toThrow(ProviderUnavailable);
    }
  });

  it("waits for a payment that is pending", async () => {
    const [cleared, denied] = [await approved(), await approved()];
    await order({ process: true, times: 2 });
    for (const id of [cleared, denied]) await wallet.capturePayment(id, `capture-${id}`);
    expect(await truthOf(cleared)).toMatchObject({ state: "processing", received: 0 });
    await tell(cleared, "complete");
    await tell(denied, "deny");
    expect(await truthOf(cleared)).toMatchObject({ state: "succeeded", received: 899 });
    expect(await truthOf(denied)).toMatchObject({ state: "cancelled", received: 0 });
  });

  it.each(["UNKNOWN1234", "", "pi_1", "I-ABCDEFGH", "../v1/billing", "AAAAAAAA?x=1", "A".repeat(99)])(
    "knows no order %j",
    async (id) => {
      expect(await wallet.findPayment(id)).toBeNull();
    },
  );
});

describe("refundPayment", () => {
  const refundsOf = async (id: string) => {
    const [payment] = await paymentsFor(id);
    return (await state()).refunds.filter((refund) => refund.payment === payment?.id);
  };

  it("gives everything back once, whatever the key and however often", async () => {
    const id = await paid();
    await Promise.all(Array.from({ length: 10 }, () => wallet.refundPayment(id, "refund-1")));
    await wallet.refundPayment(id, "refund-2");
    expect(await refundsOf(id)).toMatchObject([{ amount: 899 }]);
    expect(await truthOf(id)).toMatchObject({ state: "succeeded", received: 899, returned: 899 });
  });

  it("is not a refund while only a part was given back", async () => {
    const id = await paid();
    await tell(id, "refund", { amount: 50 });
    expect(await truthOf(id)).toMatchObject({ returned: 50, received: 899 });
    await wallet.refundPayment(id, "refund-rest");
    expect((await refundsOf(id)).map(({ amount }) => amount)).toEqual([50, 849]);
    expect(await truthOf(id)).toMatchObject({ returned: 899 });
  });

  it("refunds once when the provider's answer is lost", async () => {
    const id = await paid();
    const scope = { call: "POST /v2/payments/captures/:id/refund" };
    await order({ timeoutAfterActing: "silence", times: 2, scope });
    await expect(wallet.refundPayment(id, "refund-lost")).rejects.toBeInstanceOf(ProviderUnavailable);
    await wallet.refundPayment(id, "refund-lost");
    expect(await refundsOf(id)).toHaveLength(1);
  });

  it("must wait while a dispute may take the money, and does nothing where nothing was taken", async () => {
    const id = await paid();
    await tell(id, "dispute");
    await expect(wallet.refundPayment(id, "refund-disputed")).rejects.toBeInstanceOf(RefundOnHold);
    await tell(id, "win-dispute");
    await wallet.refundPayment(id, "refund-disputed");
    expect(await truthOf(id, { disputes: true })).toMatchObject({ returned: 899, disputeLost: false });
    const unpaid = await approved();
    await wallet.refundPayment(unpaid, "refund-nothing");
    expect(await refundsOf(unpaid)).toEqual([]);
  });

  it.each([
    { refunded: 0, taken: 500, ofOrder: ["3.99"], ofMonth: ["3.99"] },
    { refunded: 500, taken: 500, ofOrder: ["3.99"], ofMonth: ["3.99"] },
    { refunded: 100, taken: 0, ofOrder: ["7.99"], ofMonth: ["8.99"] },
    { refunded: 0, taken: 899, ofOrder: [], ofMonth: [] },
  ])("gives of a part only what a lost dispute did not take: %j", async ({ refunded, taken, ...asked }) => {
    const refunds: string[] = [];
    const euros = (cents: number) => ({ currency_code: "EUR", value: (cents / 100).toFixed(2) });
    const captures = [{ id: "CAPTURE1", status: "PARTIALLY_REFUNDED", amount: euros(899) }];
    const made = refunded > 0 ? [{ status: "COMPLETED", amount: euros(refunded) }] : [];
    const payments = { captures, refunds: made };
    const unit = { reference_id: "", amount: euros(899), payments };
    const time = new Date().toISOString();
    const month = { id: "CAPTURE1", status: "COMPLETED", time };
    const lost = { outcome_code: "RESOLVED_BUYER_FAVOUR", amount_refunded: euros(taken) };
    const answers: [RegExp, object][] = [
      [/token$/, { access_token: "token", token_type: "Bearer", expires_in: 600 }],
      [/orders/, { id: "ORDER1234", status: "COMPLETED", purchase_units: [unit] }],
      [/disputes\?/, { items: taken > 0 ? [{ dispute_id: "D1", status: "RESOLVED" }] : [] }],
      [/disputes\/D1/, { dispute_outcome: lost }],
      [/refund$/, {}],
      [/I-[A-Z0-9]+$/, { id: "I-MONTHLY1", status: "ACTIVE", plan_id: "P1", create_time: time }],
      [/plans/, { product_id: "steuntje-gold" }],
      [/transactions/, { transactions: [{ ...month, amount_with_breakdown: { gross_amount: euros(899) } }] }],
    ];
    const server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      if (request.url?.endsWith("/refund")) refunds.push(JSON.parse(body).amount.value);
      const [, answered] = answers.find(([url]) => url.test(request.url ?? "")) ?? [];
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answered));
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const { port } = server.address() as AddressInfo;
    const partly = providerFor(`http://127.0.0.1:${port}`, { clientId: `sandbox_${port}` });
    const all = { amount: 899, currency: "eur" };
    await partly.refundPayment("ORDER1234", "withdrawal", all);
    expect(refunds.splice(0)).toEqual(asked.ofOrder);
    await partly.refundSubscriptionPayment("CAPTURE1", "withdrawal", all);
    expect(refunds).toEqual(asked.ofMonth);
    const found = await partly.findSubscription("I-MONTHLY1", { disputes: true });
    expect(found?.payments).toMatchObject([{ refunded: taken === 899, returned: taken }]);
    server.close();
  });

  it("tells a lost dispute from one that is open or won", async () => {
    const [lost, won] = [await paid(), await paid()];
    await tell(lost, "dispute");
    const look = { disputes: true };
    expect(await truthOf(lost, look)).toMatchObject({ disputeLost: false, disputeOpen: true, returned: 0 });
    await tell(lost, "lose-dispute");
    expect(await truthOf(lost, look)).toMatchObject({
      state: "succeeded",
      disputeLost: true,
      disputeOpen: false,
      returned: 899,
    });
    await tell(won, "win-dispute");
    expect(await truthOf(won, look)).toMatchObject({ disputeLost: false, disputeOpen: false, returned: 0 });
  });

  it("counts a refund, and a lost dispute that is not among the refunds", async () => {
    const id = await paid();
    await tell(id, "refund", { amount: 50 });
    await tell(id, "refund", { amount: 49 });
    expect(await truthOf(id)).toMatchObject({ returned: 99, paidBy: "wallet", disputeOpen: null });
    const [payment] = await paymentsFor(id);
    expect(await truthOf(id)).toMatchObject({ chargeId: payment?.id });
    await tell(id, "lose-dispute");
    expect(await truthOf(id)).toMatchObject({ returned: 99 });
    expect((await truthOf(id, { disputes: true })).returned).toBeGreaterThan(99);
  });

  it.each([400, 404, 500])(
    "knows nothing of disputes, but of the payment, while their API answers %i",
    async (status) => {
      const id = await paid();
      await order({ failNext: status, times: 9, scope: { call: "GET /v1/customer/disputes" } });
      expect(await truthOf(id)).toMatchObject({ state: "succeeded" });
      await expect(wallet.findPayment(id, { disputes: true })).rejects.toBeInstanceOf(ProviderUnavailable);
    },
  );

  it("sees no dispute without the right to read them", async () => {
    const id = await paid();
    await tell(id, "lose-dispute");
    await order({ failNext: 403, scope: { call: "GET /v1/customer/disputes" } });
    expect(await truthOf(id, { disputes: true })).toMatchObject({ disputeLost: false });
  });

  it.each(["REFUND_NOT_ALLOWED", "REFUND_TIME_LIMIT_EXCEEDED", "PAYER_ACCOUNT_LOCKED_OR_CLOSED"])(
    "says that a refund will never be given: %s",
    async (issue) => {
      const id = await paid();
      await order({ refuse: issue, scope: { call: "POST /v2/payments/captures/:id/refund" } });
      const error = await wallet.refundPayment(id, "refund-refused").catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(RefundRefused);
      expect(error).toMatchObject({ code: issue });
    },
  );

  it.each(ISSUES["POST /v2/payments/captures/:id/refund"][422])(
    "is given, waits, or was refused for good when the provider says %s (trust 37)",
    async (issue) => {
      const id = await paid();
      await order({ refuse: issue, scope: { call: "POST /v2/payments/captures/:id/refund" } });
      const error = await wallet.refundPayment(id, "refund-refused").catch((thrown: unknown) => thrown);
      const isKnown = error instanceof ProviderUnavailable || error instanceof RefundRefused;
      expect(isKnown || issue === "CAPTURE_FULLY_REFUNDED").toBe(true);
    },
  );
});

describe("subscriptions", () => {
  const GOLD = { key: "gold-eur-499", name: "Gold", amount: 499, currency: "eur" };
  const subscription = (changes: Partial<NewSubscription> = {}): NewSubscription => {
    count += 1;
    return {
      plan: GOLD,
      subscriptionId: `s-${count}`,
      idempotencyKey: `subscription-${count}`,
      locale: "fr",
      ...RETURNS,
      ...changes,
    };
  };
  const truth = async (id: string) => {
    const found = await wallet.findSubscription(id, { disputes: true });
    if (!found) throw new Error(`${id} is not known`);
    return found;
  };
  const begun = async (changes: Partial<NewSubscription> = {}) => {
    const { id } = await wallet.createSubscription(subscription(changes));
    await tell(id, "approve");
    return id;
  };

  it("are asked for once per key, and begin with a payment when their payer agrees", async () => {
    const asked = subscription();
    const opened = await wallet.createSubscription(asked);
    expect(await wallet.createSubscription(asked)).toEqual(opened);
    expect(await truth(opened.id)).toEqual({
      id: opened.id,
      state: "open",
      plan: GOLD.key,
      subscriptionId: asked.subscriptionId,
      nextPaymentAt: null,
      payments: [],
    });
    const before = Date.now();
    const back = await answer(opened.url, "approve");
    expect(back.headers.get("location")).toContain(`subscription_id=${opened.id}`);
    const active = await truth(opened.id);
    expect(active).toMatchObject({
      state: "active",
      payments: [{ amount: 499, currency: "eur", refunded: false, disputeLost: false }],
    });
    expect(active.payments[0]?.paidAt.getTime()).toBeGreaterThanOrEqual(before);
    const days = ((active.nextPaymentAt?.getTime() ?? 0) - before) / 86_400_000;
    expect(days).toBeGreaterThan(27);
    expect(days).toBeLessThan(32);
  });

  it("are unavailable while the operator's account is closed or may not ask for them", async () => {
    for (const issue of ["USER_ACCOUNT_CLOSED", "PERMISSION_DENIED"]) {
      const scope = { call: "POST /v1/billing/subscriptions" };
      await order({ refuse: issue, times: 2, scope });
      const asked = wallet.createSubscription(subscription());
      await expect(asked).rejects.toBeInstanceOf(ProviderUnavailable);
      await sandbox.call("DELETE", "/_sandbox/faults");
    }
  });

  it("are listed with a day's margin around the agreement's life", async () => {
    const id = await begun();
    await tell(id, "collect", { at: new Date(Date.now() - 23 * 3_600_000).toISOString() });
    await tell(id, "collect", { at: new Date(Date.now() + 23 * 3_600_000).toISOString() });
    expect((await truth(id)).payments).toHaveLength(3);
  });

  it("stay open when the first payment fails, and can be agreed to again", async () => {
    const { id, url: approvalUrl } = await wallet.createSubscription(subscription());
    expect((await answer(approvalUrl, "fail")).status).toBe(200);
    expect(await truth(id)).toMatchObject({ state: "open", payments: [] });
    await answer(approvalUrl, "approve");
    expect(await truth(id)).toMatchObject({ state: "active", payments: [{ amount: 499 }] });
  });

  it("make one plan per key, which a new server finds again", async () => {
    const plan = { ...GOLD, key: "one-plan-only" };
    const servers = [providerFor(sandbox.url), providerFor(sandbox.url), providerFor(sandbox.url)];
    await Promise.all(servers.map((server) => server.createSubscription(subscription({ plan }))));
    await providerFor(sandbox.url).createSubscription(subscription({ plan }));
    const plans = (await state()).plans.filter(({ product }) => product === "steuntje-one-plan-only");
    expect(plans).toMatchObject([{ amount: 499, currency: "EUR" }]);
  });

  it("go on when the operator ended their plan at the provider, with a new one that all servers find", async () => {
    const plan = { ...GOLD, key: "ended-plan" };
    const other = providerFor(sandbox.url);
    for (const server of [wallet, other]) await server.createSubscription(subscription({ plan }));
    const plansOf = async () =>
      (await state()).plans.filter(({ product }) => product === "steuntje-ended-plan");
    for (const count of [2, 3]) {
      const current = (await plansOf()).find(({ ended }) => !ended);
      await fetch(`${sandbox.url}/v1/billing/plans/${current?.id}/deactivate`, {
        method: "POST",
        headers: { Authorization: `Bearer ${await tokenOf()}` },
      });
      for (const server of [wallet, other]) {
        const { id } = await server.createSubscription(subscription({ plan }));
        expect((await truth(id)).plan).toBe("ended-plan");
      }
      expect(await plansOf()).toHaveLength(count);
    }
  });

  it("are of their plan's key, also where a key has two plans", async () => {
    const plan = { ...GOLD, key: "two-plans" };
    const first = await wallet.createSubscription(subscription({ plan }));
    const token = await tokenOf();
    const made = await fetch(`${sandbox.url}/v1/billing/plans`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify({
        product_id: "steuntje-two-plans",
        name: "Gold",
        billing_cycles: [
          {
            tenure_type: "REGULAR",
            sequence: 1,
            total_cycles: 0,
            frequency: { interval_unit: "MONTH", interval_count: 1 },
            pricing_scheme: { fixed_price: { currency_code: "EUR", value: "4.99" } },
          },
        ],
        payment_preferences: { auto_bill_outstanding: false, payment_failure_threshold: 3 },
      }),
    });
    expect(made.status).toBe(201);
    const second = await providerFor(sandbox.url).createSubscription(subscription({ plan }));
    const plans = (await state()).subscriptions.filter(({ id }) => id === first.id || id === second.id);
    expect(new Set(plans.map((one) => one.plan)).size).toBe(1);
    expect((await truth(second.id)).plan).toBe("two-plans");
  });

  it("are paid month after month, over many pages, oldest first", async () => {
    const id = await begun();
    for (let month = 0; month < 23; month += 1) await tell(id, "renew");
    const { payments, nextPaymentAt } = await truth(id);
    expect(payments).toHaveLength(24);
    expect(new Set(payments.map((payment) => payment.id)).size).toBe(24);
    const times = payments.map(({ paidAt }) => paidAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(nextPaymentAt?.getTime()).toBeGreaterThan(Date.now() + 700 * 86_400_000);
  });

  it("are suspended when payments fail in a row", async () => {
    const id = await begun();
    await tell(id, "fail-renewal");
    await tell(id, "fail-renewal");
    expect(await truth(id)).toMatchObject({ state: "active", payments: [{}] });
    await tell(id, "fail-renewal");
    expect(await truth(id)).toMatchObject({ state: "suspended", nextPaymentAt: null, payments: [{}] });
    await wallet.cancelSubscription(id);
    expect(await truth(id)).toMatchObject({ state: "cancelled" });
  });

  it("are ended once, and one that ended is left alone; what the provider did not end is not called ended", async () => {
    const id = await begun();
    for (let times = 0; times < 3; times += 1) await wallet.cancelSubscription(id);
    expect(await truth(id)).toMatchObject({ state: "cancelled", nextPaymentAt: null, payments: [{}] });
    const { id: open } = await wallet.createSubscription(subscription());
    await expect(wallet.cancelSubscription(open)).rejects.toBeInstanceOf(ProviderUnavailable);
    expect(await truth(open)).toMatchObject({ state: "open" });
    const call = "POST /v1/billing/subscriptions/:id/cancel";
    for (const issue of ["USER_ACCOUNT_CLOSED", "SUBSCRIPTION_STATUS_INVALID", "PERMISSION_DENIED"]) {
      const running = await begun();
      await order({ refuse: issue, scope: { call, payment: running } });
      await expect(wallet.cancelSubscription(running)).rejects.toBeInstanceOf(ProviderUnavailable);
      expect(await truth(running)).toMatchObject({ state: "active" });
    }
    const expired = await begun();
    await tell(expired, "expire");
    await wallet.cancelSubscription(expired);
    expect(await truth(expired)).toMatchObject({ state: "expired" });
    await expect(wallet.cancelSubscription("I-UNKNOWN12345")).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  it("give one payment back, once", async () => {
    const id = await begun();
    await tell(id, "renew");
    const [first] = (await truth(id)).payments;
    await order({
      timeoutAfterActing: "cut",
      times: 2,
      scope: { call: "POST /v2/payments/captures/:id/refund" },
    });
    const refund = (key: string) => wallet.refundSubscriptionPayment(first?.id ?? "", key);
    await expect(refund("r-1")).rejects.toBeInstanceOf(ProviderUnavailable);
    await refund("r-1");
    await refund("r-2");
    expect((await state()).refunds.filter(({ payment }) => payment === first?.id)).toMatchObject([
      { amount: 499 },
    ]);
    expect((await truth(id)).payments).toMatchObject([
      { refunded: true, disputeLost: false },
      { refunded: false },
    ]);
  });

  it("tell which payment a dispute took, and that a part is not the whole", async () => {
    const id = await begun();
    await tell(id, "renew");
    const [first, second] = (await truth(id)).payments;
    await tell(first?.id ?? "", "refund", { amount: 1 });
    await tell(second?.id ?? "", "lose-dispute");
    expect((await truth(id)).payments).toMatchObject([
      { refunded: false, disputeLost: false },
      { refunded: true, disputeLost: true },
    ]);
  });

  it.each(["I-UNKNOWN12345", "", "ABCDEFGH1", "I-../plans", "I-ABCDEFGH?x=1"])("know no %j", async (id) => {
    expect(await wallet.findSubscription(id)).toBeNull();
  });
});

describe("a provider in trouble", () => {
  it.each([429, 500, 503])("is unavailable when it answers %i again and again", async (status) => {
    await order({ failNext: status, times: 2, scope: { call: "POST /v2/checkout/orders" } });
    await expect(wallet.openPage(wanted())).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  it("is asked once more before that", async () => {
    await order({ failNext: 503 });
    expect((await wallet.openPage(wanted())).id).toMatch(/^[A-Z0-9]{17}$/);
  });

  it("is unavailable when it is down, or takes our keys no more", async () => {
    for (const broken of [
      providerFor("http://127.0.0.1:9", { clientId: "sandbox_down" }),
      providerFor(sandbox.url, { clientId: "sandbox_other" }),
    ]) {
      await expect(broken.findPayment("ABCDEFGH1")).rejects.toBeInstanceOf(ProviderUnavailable);
    }
  });

  it.each([
    ["no type", {}, "{}"],
    ["a page", { "Content-Type": "text/html" }, "<h1>Sorry</h1>"],
    ["cut JSON", { "Content-Type": "application/json" }, '{"access_token":'],
    ["damaged compression", { "Content-Type": "application/json", "Content-Encoding": "gzip" }, "no gzip"],
  ])("may answer with %s", async (_, headers, body) => {
    const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const { port } = server.address() as AddressInfo;
    const odd = providerFor(`http://127.0.0.1:${port}`, { clientId: `sandbox_${port}` });
    await expect(odd.findPayment("ABCDEFGH1")).rejects.toThrow();
    server.close();
  });

  it("is not waited for without end", async () => {
    await order({ answerAfterMs: 30_000, times: 2 });
    const began = performance.now();
    await expect(wallet.openPage(wanted())).rejects.toBeInstanceOf(ProviderUnavailable);
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});

describe("trust 3: readEvent", () => {
  type Delivered = Awaited<ReturnType<typeof openMerchant>>["received"][number];
  const delivered = async (type: string, about: string): Promise<Delivered> => {
    const deadline = Date.now() + 30_000;
    while (Date.now() < deadline) {
      const found = merchant.received.find(({ body }) => {
        const event = JSON.parse(body) as { event_type: string };
        return event.event_type === type && body.includes(about);
      });
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`${type} about ${about} did not come`);
  };
  const read = ({ body, headers }: Pick<Delivered, "body" | "headers">) => wallet.readEvent(body, headers);

  it("says which order each event is about", async () => {
    const id = await paid();
    const [payment] = await paymentsFor(id);
    await tell(id, "refund");
    const disputed = await paid();
    const [taken] = await paymentsFor(disputed);
    await tell(disputed, "lose-dispute");
    for (const [type, about, paymentId] of [
      ["CHECKOUT.ORDER.APPROVED", id, id],
      ["CHECKOUT.ORDER.COMPLETED", id, id],
      ["PAYMENT.CAPTURE.COMPLETED", id, id],
      ["PAYMENT.CAPTURE.REFUNDED", payment?.id, id],
      ["PAYMENT.CAPTURE.REVERSED", taken?.id, disputed],
      ["CUSTOMER.DISPUTE.CREATED", taken?.id, disputed],
      ["CUSTOMER.DISPUTE.RESOLVED", taken?.id, disputed],
    ] as const) {
      expect(await read(await delivered(type, String(about)))).toMatchObject({
        type,
        paymentId,
        subscriptionId: null,
      });
    }
  });

  it("says which payout each event is about", async () => {
    const payouts = createPayPalPayouts({ ...WALLET, apiBase: sandbox.url, currency: "eur" });
    const { id } = await payouts.createPayout({
      payoutId: "p-1",
      cause: "goal",
      donationIds: [],
      createdAt: new Date(),
      account: "a-1:unclaimed@example.org",
      amount: 500,
      currency: "eur",
      idempotencyKey: "payout-p-1",
    });
    await sandbox.call("POST", `/_sandbox/wallet/${id}/unclaim`, {});
    await sandbox.call("POST", `/_sandbox/wallet/${id}/return`, {});
    for (const type of [
      "PAYMENT.PAYOUTSBATCH.SUCCESS",
      "PAYMENT.PAYOUTS-ITEM.UNCLAIMED",
      "PAYMENT.PAYOUTS-ITEM.RETURNED",
    ]) {
      expect(await read(await delivered(type, id))).toMatchObject({ type, payoutId: id, paymentId: null });
    }
  });

  it("says which subscription each event is about", async () => {
    const plan = { key: "diamond-eur-999", name: "Diamond", amount: 999, currency: "eur" };
    const returns = { locale: "en" as const, ...RETURNS };
    const { id } = await wallet.createSubscription({
      plan,
      subscriptionId: "s",
      idempotencyKey: "e-1",
      ...returns,
    });
    await tell(id, "approve");
    await tell(id, "renew");
    const [first, second] = await paymentsFor(id);
    await tell(String(first?.id), "refund");
    await tell(String(second?.id), "lose-dispute");
    await tell(id, "fail-renewal");
    await tell(id, "suspend");
    await tell(id, "cancel");
    expect(await read(await delivered("PAYMENT.SALE.COMPLETED", String(first?.id)))).toMatchObject({
      subscriptionPaymentId: first?.id,
    });
    expect(await read(await delivered("PAYMENT.SALE.REVERSED", "-9.99"))).toMatchObject({
      paymentId: null,
      subscriptionId: null,
      isDispute: true,
      unnamedReversal: { of: "subscription", amount: 999 },
    });
    for (const [type, about] of [
      ["BILLING.SUBSCRIPTION.CREATED", id],
      ["BILLING.SUBSCRIPTION.ACTIVATED", id],
      ["PAYMENT.SALE.COMPLETED", first?.id],
      ["PAYMENT.SALE.REFUNDED", first?.id],
      ["CUSTOMER.DISPUTE.RESOLVED", second?.id],
      ["BILLING.SUBSCRIPTION.PAYMENT.FAILED", id],
      ["BILLING.SUBSCRIPTION.SUSPENDED", id],
      ["BILLING.SUBSCRIPTION.CANCELLED", id],
    ]) {
      expect(await read(await delivered(String(type), String(about)))).toMatchObject({
        type,
        paymentId: null,
        subscriptionId: id,
      });
    }
  });

  it("takes an event that was written otherwise on the way only if it says the same", async () => {
    const event = await delivered("CHECKOUT.ORDER.APPROVED", await approved());
    const same = { ...event, body: JSON.stringify(JSON.parse(event.body)) };
    expect(await read(same)).toEqual(await read(event));
  });

  it.each([
    ["no signature", (headers: Headers) => headers.delete("paypal-transmission-sig")],
    ["another signature", (headers: Headers) => headers.set("paypal-transmission-sig", "bm9uc2Vuc2U=")],
    ["another moment", (headers: Headers) => headers.set("paypal-transmission-time", "2020-01-01T00:00:00Z")],
    ["another transmission", (headers: Headers) => headers.set("paypal-transmission-id", "x1")],
    ["no algorithm", (headers: Headers) => headers.delete("paypal-auth-algo")],
    ["a foreign certificate", (headers: Headers) => headers.set("paypal-cert-url", "https://evil.example/c")],
    [
      "a look-alike's",
      (headers: Headers) => headers.set("paypal-cert-url", "https://api.paypal.com.evil.example/c"),
    ],
    [
      "one with a name before it",
      (headers: Headers) => headers.set("paypal-cert-url", "https://api.paypal.com@evil.example/"),
    ],
    [
      "one that is not secure",
      (headers: Headers) => headers.set("paypal-cert-url", "http://api.paypal.com/c"),
    ],
    ["another of PayPal's", (headers: Headers) => headers.set("paypal-cert-url", "https://api.paypal.com/c")],
    ["no address", (headers: Headers) => headers.set("paypal-cert-url", "certificate")],
  ])("refuses %s", async (_, spoil) => {
    const { body, headers } = await delivered("CHECKOUT.ORDER.APPROVED", await approved());
    const spoilt = new Headers(headers);
    spoil(spoilt);
    await expect(read({ body, headers: spoilt })).rejects.toBeInstanceOf(BadSignature);
  });

  it("refuses another body, nonsense, and an attempt to answer the question itself", async () => {
    const { body, headers } = await delivered("CHECKOUT.ORDER.APPROVED", await approved());
    const event = JSON.parse(body);
    for (const forged of [
      JSON.stringify({ ...event, resource: { ...event.resource, id: "OTHERORDER1" } }),
      JSON.stringify({ ...event, id: "WH-OTHER" }),
      "",
      "nonsense",
      "[]",
      '"text"',
      "{}",
      `${body},"webhook_id":"x"`,
    ]) {
      await expect(read({ body: forged, headers })).rejects.toBeInstanceOf(BadSignature);
    }
  });

  it("refuses what was sent to another webhook", async () => {
    const { body, headers } = await delivered("CHECKOUT.ORDER.APPROVED", await approved());
    const other = providerFor(sandbox.url, { webhookId: "ANOTHERHOOK" });
    await expect(other.readEvent(body, headers)).rejects.toBeInstanceOf(BadSignature);
  });

  it("does not judge while the provider cannot be asked", async () => {
    const { body, headers } = await delivered("CHECKOUT.ORDER.APPROVED", await approved());
    await order({ failNext: 503, times: 2 });
    await expect(read({ body, headers })).rejects.toBeInstanceOf(ProviderUnavailable);
    expect((await read({ body, headers })).type).toBe("CHECKOUT.ORDER.APPROVED");
  });
});

async function tokenOf(): Promise<string> {
  const answered = await fetch(`${sandbox.url}/v1/oauth2/token`, {
    method: "POST",
    headers: {
      Authorization: `Basic ${Buffer.from(`${WALLET.clientId}:${WALLET.clientSecret}`).toString("base64")}`,
    },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  return ((await answered.json()) as { access_token: string }).access_token;
}
