import type Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  balanceOf,
  openCharge,
  openMerchant,
  openReceiver,
  openTestSandbox,
  payByBrowser,
  RECEIVER,
  refusal,
  type TestSandbox,
  temporaryFolder,
} from "../support";

let folder: ReturnType<typeof temporaryFolder>;
let merchant: Awaited<ReturnType<typeof openMerchant>>;
let sandbox: TestSandbox;
let stripe: Stripe;
beforeAll(async () => {
  merchant = await openMerchant();
});
afterAll(() => merchant.close());
beforeEach(async () => {
  folder = temporaryFolder();
  merchant.received.length = 0;
  sandbox = await openTestSandbox(folder.path, { webhookUrl: merchant.url });
  stripe = sandbox.stripe;
  return async () => {
    await sandbox.stop();
    folder.remove();
  };
});

const clock = (by: object) => sandbox.call("POST", "/_sandbox/clock", by);
const command = (id: string, name: string, body: object = {}) =>
  sandbox.call("POST", `/_sandbox/payments/${id}/${name}`, body);
const transfer = (destination: string, changes: Partial<Stripe.TransferCreateParams> = {}, key?: string) =>
  stripe.transfers.create(
    { amount: 1_000, currency: "eur", destination, ...changes },
    key === undefined ? {} : { idempotencyKey: key },
  );
const TOO_LITTLE = { status: 400, code: "balance_insufficient" };

describe("the platform's balance", () => {
  it("gets charges, which are pending for two days, and loses refunds; there are no fees", async () => {
    const charge = await openCharge(sandbox, 2_550);
    expect(await balanceOf(sandbox)).toEqual({ available: 0, pending: 2_550 });
    expect(await stripe.balanceTransactions.retrieve(String(charge.balance_transaction))).toMatchObject({
      amount: 2_550,
      fee: 0,
      net: 2_550,
      source: charge.id,
      status: "pending",
      type: "charge",
    });
    await command(String(charge.payment_intent), "refund", { amount: 550 });
    expect(await balanceOf(sandbox)).toEqual({ available: 0, pending: 2_000 });
    await clock({ days: 1, hours: 23 });
    expect(await balanceOf(sandbox)).toEqual({ available: 0, pending: 2_000 });
    await clock({ hours: 1 });
    expect(await balanceOf(sandbox)).toEqual({ available: 2_000, pending: 0 });
    await stripe.refunds.create({ charge: charge.id });
    expect(await balanceOf(sandbox)).toEqual({ available: 0, pending: 0 });
    const { data } = await stripe.balanceTransactions.list({ type: "refund" });
    expect(data.map(({ amount }) => amount)).toEqual([-2_000, -550]);
  });

  it("moves on its own with a short day of the bank", async () => {
    await sandbox.stop();
    sandbox = await openTestSandbox(folder.path, { bankDaySeconds: 1 });
    await openCharge(sandbox, 700);
    await vi.waitFor(async () => expect(await balanceOf(sandbox)).toEqual({ available: 700, pending: 0 }), {
      timeout: 30_000,
    });
  });

  it("loses a disputed payment when it is disputed, and gets it back when that is won", async () => {
    const charge = await openCharge(sandbox, 1_000);
    const payment = String(charge.payment_intent);
    await clock({ days: 2 });
    await command(payment, "dispute");
    expect(await balanceOf(sandbox)).toEqual({ available: 0, pending: 0 });
    expect(await command(payment, "refund")).toMatchObject({ status: 400 });
    await command(payment, "win-dispute");
    expect(await balanceOf(sandbox)).toEqual({ available: 1_000, pending: 0 });
    const { data } = await stripe.disputes.list({ charge: charge.id });
    expect(data[0]?.balance_transactions.map(({ amount }) => amount)).toEqual([-1_000, 1_000]);
    await vi.waitFor(() => expect(merchant.types()).toContain("charge.dispute.closed"), 30_000);
    expect(merchant.types().filter((type) => type.startsWith("charge.dispute"))).toEqual([
      "charge.dispute.created",
      "charge.dispute.funds_withdrawn",
      "charge.dispute.funds_reinstated",
      "charge.dispute.closed",
    ]);
  });

  it("loses only what was not refunded, or the disputed part", async () => {
    const [half, part, none] = [
      await openCharge(sandbox, 1_000),
      await openCharge(sandbox, 1_000),
      await openCharge(sandbox, 1_000),
    ];
    await command(String(half.payment_intent), "refund", { amount: 400 });
    await command(String(half.payment_intent), "lose-dispute");
    expect(await balanceOf(sandbox)).toMatchObject({ pending: 2_000 });
    expect((await command(String(part.payment_intent), "dispute", { amount: 1_001 })).status).toBe(400);
    const { body } = await command(String(part.payment_intent), "dispute", { amount: 300 });
    expect(body).toMatchObject({ amount: 300 });
    expect(await balanceOf(sandbox)).toMatchObject({ pending: 1_700 });
    await command(String(none.payment_intent), "refund");
    await command(String(none.payment_intent), "lose-dispute");
    expect(await balanceOf(sandbox)).toMatchObject({ pending: 700 });
  });
});

describe("a charge", () => {
  it("says whether its card holder confirmed it by 3-D Secure", async () => {
    const intent = await stripe.paymentIntents.create({ amount: 1_000, currency: "eur" });
    const { body } = await payByBrowser(sandbox.url, intent, { number: "4000000000003220" });
    const page = body.next_action?.redirect_to_url?.url ?? "";
    const form = {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ outcome: "approve" }),
    } as const;
    await fetch(page, form);
    const { latest_charge } = await stripe.paymentIntents.retrieve(intent.id, { expand: ["latest_charge"] });
    const details = (latest_charge as Stripe.Charge).payment_method_details;
    expect(details?.card?.three_d_secure).toMatchObject({ result: "authenticated" });
    const plain = await openCharge(sandbox, 1_000);
    expect(plain.payment_method_details).toMatchObject({ type: "card", card: { three_d_secure: null } });
  });
});

describe("transfers, by the official library", () => {
  it("of a pending charge arrive at once, and become available with it", async () => {
    const receiver = await openReceiver(sandbox);
    const { id: source_transaction } = await openCharge(sandbox, 1_020);
    const made = await transfer(receiver, { source_transaction, metadata: { donation: "g-1" } });
    expect(made).toMatchObject({
      amount: 1_000,
      amount_reversed: 0,
      destination: receiver,
      metadata: { donation: "g-1" },
      reversed: false,
      source_transaction,
    });
    expect(await balanceOf(sandbox)).toEqual({ available: 0, pending: 20 });
    expect(await balanceOf(sandbox, receiver)).toEqual({ available: 0, pending: 1_000 });
    await clock({ days: 2 });
    expect(await balanceOf(sandbox)).toEqual({ available: 20, pending: 0 });
    expect(await balanceOf(sandbox, receiver)).toEqual({ available: 1_000, pending: 0 });
    await vi.waitFor(() => expect(merchant.types()).toContain("transfer.created"), 30_000);
    expect(await stripe.transfers.retrieve(made.id, { expand: ["source_transaction"] })).toMatchObject({
      source_transaction: { id: source_transaction, transfer_group: made.transfer_group },
    });
  });

  it("are not more than what is left of their charge, whatever was taken back", async () => {
    const receiver = await openReceiver(sandbox);
    const { id: source_transaction } = await openCharge(sandbox, 1_000);
    const source = { source_transaction };
    await expect(transfer(receiver, { ...source, amount: 1_001 })).rejects.toThrow(
      "Transfers using this transaction as a source must not exceed the source amount of €10.00.",
    );
    const { id } = await transfer(receiver, { ...source, amount: 600 });
    await stripe.transfers.createReversal(id);
    await expect(transfer(receiver, { ...source, amount: 401 })).rejects.toThrow(
      "source amount of €10.00. (There is already a transfer using this source, amounting to €6.00.)",
    );
    await stripe.refunds.create({ charge: source_transaction, amount: 100 });
    await expect(transfer(receiver, { ...source, amount: 301 })).rejects.toThrow("source amount of €9.00");
    await transfer(receiver, { ...source, amount: 300 });
    expect(await refusal(transfer(receiver, { source_transaction: "ch_none" }))).toMatchObject({
      status: 404,
      code: "resource_missing",
    });
    expect(await refusal(transfer(receiver, { ...source, amount: 1, currency: "usd" }))).toMatchObject({
      param: "currency",
    });
  });

  it("without a charge need an available balance; a refusal stays the answer to its key", async () => {
    const receiver = await openReceiver(sandbox);
    await openCharge(sandbox, 1_000);
    expect(await refusal(transfer(receiver, {}, "transfer-donation-2"))).toEqual(TOO_LITTLE);
    await clock({ days: 2 });
    expect(await refusal(transfer(receiver, {}, "transfer-donation-2"))).toEqual(TOO_LITTLE);
    await transfer(receiver, {}, "transfer-donation-2-again");
    expect(await refusal(transfer(receiver, { amount: 1 }))).toEqual(TOO_LITTLE);
    expect(await balanceOf(sandbox, receiver)).toEqual({ available: 1_000, pending: 0 });
  });

  it("need an account that can receive them", async () => {
    const { id: source_transaction } = await openCharge(sandbox, 1_000);
    const { id } = await stripe.v2.core.accounts.create(RECEIVER);
    expect(await refusal(transfer(id, { source_transaction }))).toEqual({
      status: 400,
      code: "insufficient_capabilities_for_transfer",
    });
    expect(await refusal(transfer("acct_none", { source_transaction }))).toMatchObject({
      param: "destination",
    });
  });

  it("are made once for one key, also when the answer was lost, and found by their group", async () => {
    const receiver = await openReceiver(sandbox);
    const { id: source_transaction } = await openCharge(sandbox, 1_000);
    await sandbox.call("POST", "/_sandbox/faults", {
      timeoutAfterActing: "cut",
      scope: { call: "POST /v1/transfers", payment: source_transaction },
    });
    const wanted = { source_transaction, transfer_group: "donation-1" };
    const first = await transfer(receiver, wanted, "transfer-donation-1");
    const second = await transfer(receiver, wanted, "transfer-donation-1");
    expect(second.id).toBe(first.id);
    expect(
      await refusal(transfer(receiver, { ...wanted, amount: 999 }, "transfer-donation-1")),
    ).toMatchObject({
      status: 400,
    });
    const { data } = await stripe.transfers.list({ transfer_group: "donation-1" });
    expect(data.map(({ id }) => id)).toEqual([first.id]);
    expect((await stripe.transfers.list({ transfer_group: "donation-2" })).data).toEqual([]);
  });

  it("are taken back in parts, while the account's balance covers it", async () => {
    const receiver = await openReceiver(sandbox);
    const { id: source_transaction } = await openCharge(sandbox, 1_000);
    const { id } = await transfer(receiver, { source_transaction });
    const part = await stripe.transfers.createReversal(id, { amount: 300, metadata: { cause: "refund" } });
    expect(part).toMatchObject({ amount: 300, transfer: id, metadata: { cause: "refund" } });
    expect(await balanceOf(sandbox, receiver)).toEqual({ available: 0, pending: 700 });
    expect(await balanceOf(sandbox)).toEqual({ available: 0, pending: 300 });
    expect(await refusal(stripe.transfers.createReversal(id, { amount: 701 }))).toMatchObject({
      param: "amount",
    });
    await clock({ days: 2 });
    await stripe.payouts.create({ amount: 500, currency: "eur" }, { stripeAccount: receiver });
    expect(await refusal(stripe.transfers.createReversal(id))).toEqual(TOO_LITTLE);
    await stripe.transfers.createReversal(id, { amount: 200 });
    expect(await stripe.transfers.retrieve(id)).toMatchObject({ amount_reversed: 500, reversed: false });
    const { data } = await stripe.transfers.listReversals(id);
    expect(data.map(({ amount }) => amount)).toEqual([200, 300]);
    expect(await balanceOf(sandbox)).toEqual({ available: 500, pending: 0 });
    await vi.waitFor(
      () => expect(merchant.types().filter((type) => type === "transfer.reversed")).toHaveLength(2),
      30_000,
    );
  });
});
