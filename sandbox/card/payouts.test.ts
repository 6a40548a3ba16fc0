import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  balanceOf,
  KEYS,
  openCharge,
  openMerchant,
  openOwnSandbox,
  openReceiver,
  RECEIVER,
  refusal,
  type TestSandbox,
} from "../support";
import { PAYOUT_FAILURES } from "./records";

const SECRET = KEYS.connectWebhookSecret;

let platform: Awaited<ReturnType<typeof openMerchant>>;
let merchant: Awaited<ReturnType<typeof openMerchant>>;
let sandbox: TestSandbox;
let stripe: Stripe;
beforeEach(async () => {
  platform = await openMerchant();
  merchant = await openMerchant();
  sandbox = await openOwnSandbox({
    webhookUrl: platform.url,
    connectWebhookUrl: merchant.url,
  });
  stripe = sandbox.stripe;
});
afterEach(async () => {
  await sandbox.stop();
  await platform.close();
  await merchant.close();
});

const clock = (by: object) => sandbox.call("POST", "/_sandbox/clock", by);
const command = (id: string, name: string, body: object = {}) =>
  sandbox.call("POST", `/_sandbox/payouts/${id}/${name}`, body);
const pay = (stripeAccount: string, amount = 1_000, key?: string) =>
  stripe.payouts.create(
    { amount, currency: "eur", metadata: { payoutId: "p-1" } },
    { stripeAccount, ...(key !== undefined && { idempotencyKey: key }) },
  );
const received = (types: string[]) =>
  vi.waitFor(
    () => expect(merchant.types().filter((type) => type.startsWith("payout."))).toEqual(types),
    30_000,
  );

/** An account with 10.00 that can be paid out. */
async function filled(told: object = {}): Promise<string> {
  const id = await openReceiver(sandbox, told);
  const { id: source_transaction } = await openCharge(sandbox, 1_000);
  await stripe.transfers.create({ amount: 1_000, currency: "eur", destination: id, source_transaction });
  await clock({ days: 2 });
  return id;
}

describe("payouts, by the official library", () => {
  it("debit the account at once, are sent, and arrive", async () => {
    const account = await filled();
    const { id } = await pay(account);
    expect(await balanceOf(sandbox, account)).toEqual({ available: 0, pending: 0 });
    const read = () => stripe.payouts.retrieve(id, {}, { stripeAccount: account });
    expect(await read()).toMatchObject({
      status: "pending",
      metadata: { payoutId: "p-1" },
      automatic: false,
    });
    expect(await read()).not.toHaveProperty("account");
    await clock({ hours: 6 });
    expect(await read()).toMatchObject({ status: "in_transit" });
    await clock({ hours: 18 });
    expect(await read()).toMatchObject({ status: "paid", failure_code: null });
    await received(["payout.created", "payout.updated", "payout.paid"]);
    const { body, signature } = merchant.received.at(-1) ?? { body: "", signature: "" };
    expect(Stripe.webhooks.constructEvent(body, signature, SECRET)).toMatchObject({
      account,
      data: { object: { id, status: "paid" } },
    });
    expect(platform.types().filter((type) => type.startsWith("payout."))).toEqual([]);
    const { data } = await stripe.payouts.list({ status: "paid" }, { stripeAccount: account });
    expect(data.map((payout) => payout.id)).toEqual([id]);
    expect(await refusal(stripe.payouts.retrieve(id))).toMatchObject({ status: 404 });
  });

  it("are not more than what is available, and only of an account that can be paid out", async () => {
    const account = await filled();
    expect(await refusal(pay(account, 1_001))).toEqual({ status: 400, code: "balance_insufficient" });
    await sandbox.call("POST", `/_sandbox/accounts/${account}/lose`, { capability: "payouts" });
    expect(await refusal(pay(account))).toEqual({ status: 400, code: "payouts_not_allowed" });
    const { id } = await stripe.v2.core.accounts.create(RECEIVER);
    expect(await refusal(pay(id))).toEqual({ status: 400, code: "payouts_not_allowed" });
    expect(await refusal(pay("acct_none"))).toEqual({ status: 403, code: "account_invalid" });
    expect(await refusal(stripe.payouts.create({ amount: 1, currency: "eur" }))).toMatchObject({
      status: 400,
    });
    const misplaced = stripe.transfers.list({}, { stripeAccount: account });
    expect(await refusal(misplaced)).toMatchObject({ status: 400 });
  });

  it("are made once for one key of one account, also when the answer was lost", async () => {
    const [first, second] = [await filled(), await filled()];
    await sandbox.call("POST", "/_sandbox/faults", {
      timeoutAfterActing: "silence",
      scope: { call: "POST /v1/payouts", payment: first },
    });
    const wanted = { amount: 600, currency: "eur" };
    const options = { stripeAccount: first, idempotencyKey: "payout-1" };
    await expect(stripe.payouts.create(wanted, { ...options, timeout: 300 })).rejects.toBeInstanceOf(
      Stripe.errors.StripeConnectionError,
    );
    const found = await stripe.payouts.create(wanted, options);
    expect(await balanceOf(sandbox, first)).toEqual({ available: 400, pending: 0 });
    const other = await stripe.payouts.create(wanted, { ...options, stripeAccount: second });
    expect(other.id).not.toBe(found.id);
  });

  it("to a bank account that does not exist fail, and nothing more is paid to it", async () => {
    const account = await filled({ iban: "DE62370400440532013001" });
    const { id } = await pay(account);
    await clock({ days: 1 });
    const failed = await stripe.payouts.retrieve(id, {}, { stripeAccount: account });
    expect(failed).toMatchObject({ status: "failed", failure_code: "no_account" });
    expect(failed.failure_balance_transaction).toMatch(/^txn_/);
    expect(await balanceOf(sandbox, account)).toEqual({ available: 1_000, pending: 0 });
    await received(["payout.created", "payout.updated", "payout.failed"]);
    expect(merchant.types()).toContain("account.external_account.updated");
    expect(await refusal(pay(account))).toEqual({ status: 400, code: "payouts_not_allowed" });
    const { data } = await stripe.accounts.listExternalAccounts(account);
    expect(data).toMatchObject([{ status: "errored" }]);
    const { requirements } = await stripe.v2.core.accounts.retrieve(account, { include: ["requirements"] });
    expect(requirements?.entries).toMatchObject([
      { awaiting_action_from: "user", description: "external_account" },
    ]);
    await sandbox.call("POST", `/_sandbox/accounts/${account}/bank`);
    await pay(account);
  });

  it.each([
    ["NL39RABO0300065264", { hours: 6 }, "account_closed"],
    ["NL20INGB0001234567", { days: 3 }, "incorrect_account_holder_name"],
  ])("to %s are paid, and come back after %j", async (iban, later, failure_code) => {
    const account = await filled({ iban });
    const { id } = await pay(account);
    const read = () => stripe.payouts.retrieve(id, {}, { stripeAccount: account });
    await clock({ days: 1 });
    expect(await read()).toMatchObject({ status: "paid" });
    expect(await balanceOf(sandbox, account)).toEqual({ available: 0, pending: 0 });
    await clock(later);
    expect(await read()).toMatchObject({ status: "failed", failure_code });
    expect(await balanceOf(sandbox, account)).toEqual({ available: 1_000, pending: 0 });
    await received(["payout.created", "payout.updated", "payout.paid", "payout.failed"]);
  });

  it("fail with the codes that the provider documents, and no other", async () => {
    const { id } = await pay(await filled());
    expect(await command(id, "fail", { code: "a_code_of_ours" })).toMatchObject({ status: 400 });
    for (const code of PAYOUT_FAILURES) expect((await command(id, "fail", { code })).status).toBe(200);
  });

  it("obey the bank: they are sent, paid, and fail with a code, once", async () => {
    const account = await filled();
    const [paid, failed, back] = [await pay(account, 200), await pay(account, 300), await pay(account, 500)];
    await command(paid.id, "send");
    await command(paid.id, "pay");
    await command(failed.id, "fail", { code: "declined" });
    await command(back.id, "pay-then-fail");
    await command(back.id, "fail", { code: "declined" });
    await clock({ days: 10 });
    const { data } = await stripe.payouts.list({}, { stripeAccount: account });
    expect(data.map(({ status, failure_code }) => [status, failure_code])).toEqual([
      ["failed", "account_closed"],
      ["failed", "declined"],
      ["paid", null],
    ]);
    expect(await balanceOf(sandbox, account)).toEqual({ available: 800, pending: 0 });
  });

  it("are found in the sandbox's state, with the balances", async () => {
    const account = await filled();
    await pay(account, 400);
    const { body } = await sandbox.call("GET", "/_sandbox/state");
    expect(body).toMatchObject({
      accounts: [{ id: account, transfers: "active", payouts: "active", bank: { last4: "4300" } }],
      transfers: [{ amount: 1_000, destination: account }],
      reversals: [],
      payouts: [{ amount: 400, account, status: "pending" }],
      balances: [
        { account: null, currency: "eur", available: 0, pending: 0 },
        { account, currency: "eur", available: 600, pending: 0 },
      ],
    });
  });
});

describe("balance settings", () => {
  const settings = async (options: Stripe.RequestOptions = {}) =>
    (await stripe.balanceSettings.retrieve({}, options)).payments.payouts;

  it("are the platform's own, which has to be manual, and each account's", async () => {
    expect(await settings()).toMatchObject({ schedule: { interval: "manual" } });
    const { id } = await stripe.v2.core.accounts.create(RECEIVER);
    expect(await settings({ stripeAccount: id })).toMatchObject({ schedule: { interval: "daily" } });
    const interval = (one: "manual" | "daily") => ({
      payments: { payouts: { schedule: { interval: one } } },
    });
    await stripe.balanceSettings.update(interval("manual"), { stripeAccount: id });
    expect(await settings({ stripeAccount: id })).toMatchObject({ schedule: { interval: "manual" } });
    await stripe.balanceSettings.update(interval("daily"));
    expect(await settings()).toMatchObject({ schedule: { interval: "daily" } });
  });

  it("pay an account out by themselves until they are manual", async () => {
    const account = await filled();
    await stripe.balanceSettings.update(
      { payments: { payouts: { schedule: { interval: "daily" } } } },
      { stripeAccount: account },
    );
    const { data } = await stripe.payouts.list({}, { stripeAccount: account });
    expect(data).toMatchObject([{ amount: 1_000, automatic: true }]);
  });
});
