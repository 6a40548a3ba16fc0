import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type ProviderAnswer, ProviderUnavailable } from "@/lib/providers/gateway";
import { type NewTransfer, type PayoutProvider, PayoutRefused } from "@/lib/providers/payout-provider";
import { createStripePayouts } from "@/lib/providers/stripe/connect";
import {
  KEYS,
  openCharge,
  openMerchant,
  openTestSandbox,
  type TestSandbox,
  temporaryFolder,
} from "@/sandbox/support";

const folder = temporaryFolder();
let sandbox: TestSandbox;
let merchants: Record<"connect" | "accounts", Awaited<ReturnType<typeof openMerchant>>>;
let payouts: PayoutProvider;
const answers: ProviderAnswer[] = [];
const providerAt = (apiBase: string, secretKey = KEYS.secretKey) =>
  createStripePayouts(
    {
      secretKey,
      apiBase,
      connectWebhookSecret: KEYS.connectWebhookSecret,
      accountEventsSecret: KEYS.accountEventsSecret,
      currency: "eur",
    },
    { timeout: 1_000, retries: 1, onAnswer: (answer) => answers.push(answer) },
  );
beforeAll(async () => {
  merchants = { connect: await openMerchant(), accounts: await openMerchant() };
  sandbox = await openTestSandbox(folder.path, {
    connectWebhookUrl: merchants.connect.url,
    accountEventsUrl: merchants.accounts.url,
  });
  payouts = providerAt(sandbox.url);
});
afterEach(() => sandbox.call("DELETE", "/_sandbox/faults"));
afterAll(async () => {
  await sandbox.stop();
  for (const merchant of Object.values(merchants)) await merchant.close();
  folder.remove();
});

let count = 0;
const fault = (body: object) => sandbox.call("POST", "/_sandbox/faults", body);
const clock = (by: object) => sandbox.call("POST", "/_sandbox/clock", by);
const about = (id: string, name: string, body: object = {}) =>
  sandbox.call("POST", `/_sandbox/accounts/${id}/${name}`, body);
const newAccount = () => {
  count += 1;
  const [accountId, idempotencyKey] = [`a-${count}`, `payee-account-${count}`];
  return { accountId, idempotencyKey, email: "vera@example.org", country: "NL", currency: "eur" };
};
const truthOf = async (id: string) => {
  const payee = await payouts.findAccount(id);
  if (!payee) throw new Error(`${id} is not known`);
  return payee;
};
/** An account whose owner answered everything. */
async function ready(told: object = {}): Promise<string> {
  const { id } = await payouts.createAccount(newAccount());
  await about(id, "onboard", told);
  return id;
}
/** A transfer of a donation, tied to its charge of the same amount. */
async function wanted(account: string, amount = 2_500): Promise<NewTransfer> {
  count += 1;
  const { id: chargeId } = await openCharge(sandbox, amount);
  const [transferId, donationId] = [`t-${count}`, `d-${count}`];
  return {
    transferId,
    donationId,
    account,
    amount,
    currency: "eur",
    chargeId,
    idempotencyKey: `transfer-${count}`,
  };
}
const payoutOf = (account: string, amount: number) => {
  count += 1;
  const [payoutId, idempotencyKey] = [`p-${count}`, `payout-${count}`];
  const donationIds = Array.from({ length: 30 }, () => randomUUID());
  const createdAt = new Date();
  return {
    payoutId,
    idempotencyKey,
    account,
    amount,
    currency: "eur",
    createdAt,
    cause: "goal" as const,
    donationIds,
  };
};
/** An account with money that can be paid out. */
async function filled(amount = 2_500, told: object = {}): Promise<string> {
  const account = await ready(told);
  await payouts.createTransfer(await wanted(account, amount));
  await clock({ days: 3 });
  return account;
}
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => "not refused",
    (error: unknown) => (error instanceof PayoutRefused ? error.code : error),
  );

describe("an account", () => {
  it("is opened once per key, for transfers only, and is paid out from by hand", async () => {
    const account = newAccount();
    const { id } = await payouts.createAccount(account);
    expect(await payouts.createAccount(account)).toEqual({ id });
    const opened = await sandbox.stripe.v2.core.accounts.retrieve(id);
    expect(opened).toMatchObject({
      dashboard: "express",
      contact_email: account.email,
      metadata: { accountId: account.accountId },
      applied_configurations: ["recipient"],
    });
    const settings = await sandbox.stripe.balanceSettings.retrieve({}, { stripeAccount: id });
    expect(settings.payments.payouts?.schedule?.interval).toBe("manual");
  });

  it.each(["cut", "silence"])("is opened once when the answer is lost (%s)", async (timeoutAfterActing) => {
    await fault({ timeoutAfterActing, scope: { call: "POST /v2/core/accounts" } });
    await fault({ timeoutAfterActing, scope: { call: "POST /v1/balance_settings" } });
    const account = newAccount();
    const { id } = await payouts.createAccount(account);
    const { body } = await sandbox.call("GET", "/_sandbox/state");
    const all = JSON.stringify(body).split(`"accountId":"${account.accountId}"`).length - 1;
    expect(all).toBe(1);
    expect(await truthOf(id)).toMatchObject({ id });
  });

  it("is opened also where its owner's address changed after the answer was lost", async () => {
    const account = newAccount();
    await fault({ timeoutAfterActing: "cut", times: 2, scope: { call: "POST /v2/core/accounts" } });
    await expect(payouts.createAccount(account)).rejects.toBeInstanceOf(ProviderUnavailable);
    const { id } = await payouts.createAccount({ ...account, email: "vera@another.example.org" });
    const { contact_email } = await sandbox.stripe.v2.core.accounts.retrieve(id);
    expect(contact_email).toBe("vera@another.example.org");
  });

  it("is opened by another try after the provider failed to make its payouts manual", async () => {
    const account = newAccount();
    await fault({ failNext: 500, scope: { call: "POST /v1/balance_settings" }, times: 2 });
    await expect(payouts.createAccount(account)).rejects.toBeInstanceOf(ProviderUnavailable);
    const { id } = await payouts.createAccount(account);
    const settings = await sandbox.stripe.balanceSettings.retrieve({}, { stripeAccount: id });
    expect(settings.payments.payouts?.schedule?.interval).toBe("manual");
  });

  it("waits for its owner, then for the provider, and is ready", async () => {
    const { id } = await payouts.createAccount(newAccount());
    expect(await truthOf(id)).toEqual({
      id,
      country: "NL",
      transfers: "restricted",
      payouts: "restricted",
      waitsFor: "owner",
      waitsUntil: null,
      problem: "requirements_past_due",
      bankId: null,
      bankLast4: null,
      bankFingerprint: null,
      closed: false,
    });
    await about(id, "onboard", { person: "review" });
    expect(await truthOf(id)).toMatchObject({
      transfers: "pending",
      payouts: "pending",
      waitsFor: "provider",
    });
    await about(id, "verify");
    expect(await truthOf(id)).toMatchObject({
      transfers: "active",
      payouts: "active",
      waitsFor: "nobody",
      waitsUntil: null,
      problem: null,
      bankLast4: "4300",
      closed: false,
    });
  });

  it("stays ready while something is asked with a deadline", async () => {
    const id = await ready();
    await about(id, "ask", { days: 14 });
    const asked = await truthOf(id);
    expect(asked).toMatchObject({
      transfers: "active",
      payouts: "active",
      waitsFor: "owner",
      problem: "verification_failed_keyed_identity",
    });
    const days = ((asked.waitsUntil?.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(14);
  });

  it.each([
    ["refused", "refuse", {}, { transfers: "rejected", payouts: "rejected", problem: "rejected_other" }],
    [
      "restricted",
      "restrict",
      {},
      { transfers: "restricted", payouts: "restricted", problem: "restricted_other" },
    ],
    ["without payouts", "lose", { capability: "payouts" }, { transfers: "active", payouts: "restricted" }],
  ])("can be %s", async (_, deed, body, truth) => {
    const id = await ready();
    await about(id, deed, body);
    expect(await truthOf(id)).toMatchObject({ ...truth, waitsFor: "nobody" });
  });

  it("in a country that is not paid to is unsupported", async () => {
    const { id } = await payouts.createAccount({ ...newAccount(), country: "US" });
    expect(await truthOf(id)).toMatchObject({
      country: "US",
      transfers: "unsupported",
      waitsFor: "nobody",
      problem: "unsupported_country",
    });
  });

  it("shows one bank account of two people by its fingerprint, and another one by another", async () => {
    const [one, two] = [await ready(), await ready()];
    for (const id of [one, two]) await about(id, "bank", { iban: "FR1420041010050500013M02606" });
    const { bankFingerprint } = await truthOf(one);
    expect(bankFingerprint).toEqual(expect.any(String));
    expect((await truthOf(two)).bankFingerprint).toBe(bankFingerprint);
    await about(two, "bank", { iban: "DE62370400440532013001" });
    expect(await truthOf(two)).toMatchObject({ bankLast4: "3001" });
    expect((await truthOf(two)).bankFingerprint).not.toBe(bankFingerprint);
  });

  it("is closed once, and not while there is money in it", async () => {
    const id = await filled();
    expect(await refusal(payouts.closeAccount(id))).toBe("cannot_proceed");
    const empty = await ready();
    await payouts.closeAccount(empty);
    await payouts.closeAccount(empty);
    expect(await truthOf(empty)).toMatchObject({ closed: true, waitsFor: "nobody", bankFingerprint: null });
    expect(await refusal(payouts.createTransfer(await wanted(empty)))).not.toBe("not refused");
  });

  it("that is unknown is null, and closing it does nothing", async () => {
    expect(await payouts.findAccount("acct_unknown")).toBeNull();
    await payouts.closeAccount("acct_unknown");
  });

  it("has a page that leads back, and another one each time", async () => {
    const { id } = await payouts.createAccount(newAccount());
    const urls = { returnUrl: "https://shop.example/back", refreshUrl: "https://shop.example/again" };
    const [first, second] = [await payouts.onboardingPage(id, urls), await payouts.onboardingPage(id, urls)];
    expect(new URL(first).pathname).toMatch(/^\/onboarding\//);
    expect(first).not.toBe(second);
    await about(id, "close");
    expect(await refusal(payouts.onboardingPage(id, urls))).toBe("cannot_proceed");
  });
});

describe("a transfer", () => {
  it("moves a donation before its charge is available, once per key, with our ids only", async () => {
    const account = await ready();
    const transfer = await wanted(account);
    const made = await payouts.createTransfer(transfer);
    expect(made).toEqual({ id: made.id });
    expect(await payouts.createTransfer(transfer)).toEqual(made);
    expect(await sandbox.stripe.transfers.retrieve(made.id)).toMatchObject({
      destination: account,
      source_transaction: transfer.chargeId,
      transfer_group: transfer.donationId,
      metadata: { transferId: transfer.transferId, donationId: transfer.donationId },
    });
    expect(await payouts.balance(account)).toEqual({ available: 0, pending: 2_500 });
    await clock({ days: 3 });
    expect(await payouts.balance(account)).toEqual({ available: 2_500, pending: 0 });
  });

  it("that acted without answering is found by our id", async () => {
    const transfer = await wanted(await ready());
    expect(await payouts.findTransfers(transfer.donationId)).toEqual([]);
    await fault({ timeoutAfterActing: "silence", times: 2, scope: { call: "POST /v1/transfers" } });
    await expect(payouts.createTransfer(transfer)).rejects.toBeInstanceOf(ProviderUnavailable);
    const [found, ...others] = await payouts.findTransfers(transfer.donationId);
    const { transferId, donationId, account, chargeId } = transfer;
    const ours = { transferId, donationId, account, chargeId };
    expect(found).toMatchObject({ ...ours, amount: 2_500, returned: 0, reversals: [] });
    expect(others).toEqual([]);
    expect(await payouts.createTransfer(transfer)).toEqual({ id: found?.id });
  });

  it("is refused with the provider's code, and makes nothing", async () => {
    const account = await ready();
    const untied = { ...(await wanted(account)), amount: 50_000_000, chargeId: null };
    expect(await refusal(payouts.createTransfer(untied))).toBe("balance_insufficient");
    const tooMuch = { ...(await wanted(account)), amount: 2_501 };
    expect(await refusal(payouts.createTransfer(tooMuch))).toBe("invalid_request_error");
    const { id: notReady } = await payouts.createAccount(newAccount());
    expect(await refusal(payouts.createTransfer(await wanted(notReady)))).toBe(
      "insufficient_capabilities_for_transfer",
    );
    expect(await refusal(payouts.createTransfer(await wanted("acct_unknown")))).toBe("resource_missing");
    expect(await payouts.findTransfers(tooMuch.donationId)).toEqual([]);
    expect(await payouts.balance(account)).toEqual({ available: 0, pending: 0 });
  });

  it("with a used key for another donation is a bug, and not a refusal", async () => {
    const transfer = await wanted(await ready());
    await payouts.createTransfer(transfer);
    const error = await payouts
      .createTransfer({ ...transfer, amount: 100 })
      .catch((thrown: unknown) => thrown);
    expect(error).not.toBeInstanceOf(PayoutRefused);
    expect(error).not.toBeInstanceOf(ProviderUnavailable);
    expect(String(error)).toContain("idempotency");
  });

  it("comes back in parts, once per key, and is found by our id", async () => {
    const transfer = await wanted(await ready());
    const { id: providerTransferId } = await payouts.createTransfer(transfer);
    await clock({ days: 3 });
    const part = {
      transferReturnId: "r-1",
      providerTransferId,
      amount: 1_000,
      isRecovery: false,
      idempotencyKey: `${count}-r-1`,
    };
    expect(await payouts.findReversals(providerTransferId)).toEqual([]);
    const done = await payouts.reverseTransfer(part);
    expect(done).toEqual({ outcome: "done", id: expect.any(String) });
    expect(await payouts.reverseTransfer(part)).toEqual(done);
    const rest = {
      ...part,
      transferReturnId: "r-2",
      isRecovery: true,
      amount: 1_500,
      idempotencyKey: `${count}-r-2`,
    };
    await fault({ timeoutAfterActing: "cut", times: 2, scope: { call: "POST /v1/transfers/:id/reversals" } });
    await expect(payouts.reverseTransfer(rest)).rejects.toBeInstanceOf(ProviderUnavailable);
    const reversals = await payouts.findReversals(providerTransferId);
    expect(reversals).toMatchObject([
      { transferReturnId: "r-2", amount: 1_500, isRecovery: true },
      { transferReturnId: "r-1", amount: 1_000, isRecovery: false, id: done.outcome === "done" && done.id },
    ]);
    expect(await payouts.findTransfers(transfer.donationId)).toMatchObject([{ returned: 2_500, reversals }]);
  });

  it("is found with all that came back of it, also where that is more than it has with it", async () => {
    const transfer = await wanted(await ready());
    const { id: providerTransferId } = await payouts.createTransfer(transfer);
    for (let nth = 1; nth <= 12; nth += 1) {
      const key = `back-${transfer.transferId}-${nth}`;
      const reversal = { transferReturnId: key, providerTransferId, amount: nth, isRecovery: false };
      await payouts.reverseTransfer({ ...reversal, idempotencyKey: key });
    }
    const [found] = await payouts.findTransfers(transfer.donationId);
    expect(found?.returned).toBe(78);
    expect(found?.reversals.map(({ amount }) => amount)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  it("is short once its money is in the bank", async () => {
    const account = await ready();
    const { id: providerTransferId } = await payouts.createTransfer(await wanted(account));
    await clock({ days: 3 });
    await payouts.createPayout(payoutOf(account, 2_000));
    const reversal = {
      transferReturnId: "r-3",
      providerTransferId,
      amount: 501,
      isRecovery: false,
      idempotencyKey: `${count}-short`,
    };
    expect(await payouts.reverseTransfer(reversal)).toEqual({ outcome: "short" });
    const less = { ...reversal, amount: 500, idempotencyKey: `${count}-less` };
    expect(await payouts.reverseTransfer(less)).toMatchObject({ outcome: "done" });
  });
});

describe("a payout", () => {
  it("is sent, goes its way and arrives, once per key", async () => {
    const account = await filled();
    const payout = payoutOf(account, 2_500);
    const made = await payouts.createPayout(payout);
    expect(made).toMatchObject({
      id: made.id,
      state: "sent",
      amount: 2_500,
      arrivesOn: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      traceId: null,
      failureCode: null,
      destination: expect.stringMatching(/^ba_/),
    });
    expect(await payouts.createPayout(payout)).toEqual(made);
    const look = () => payouts.findPayout(account, made.id);
    await sandbox.call("POST", `/_sandbox/payouts/${made.id}/send`);
    expect(await look()).toMatchObject({ state: "on_the_way" });
    await sandbox.call("POST", `/_sandbox/payouts/${made.id}/pay`);
    expect(await look()).toMatchObject({
      state: "paid",
      traceId: expect.stringMatching(/^TRACE/),
      failureCode: null,
    });
    await sandbox.call("POST", `/_sandbox/payouts/${made.id}/fail`, { code: "account_frozen" });
    expect(await look()).toMatchObject({ state: "failed", failureCode: "account_frozen" });
  });

  it("that acted without answering is found by our id, and only there", async () => {
    const account = await filled();
    const payout = payoutOf(account, 1_000);
    const since = new Date(Date.now() - 60_000);
    expect(await payouts.listPayouts(account, since)).toEqual([]);
    await fault({ timeoutAfterActing: "cut", times: 2, scope: { call: "POST /v1/payouts" } });
    await expect(payouts.createPayout(payout)).rejects.toBeInstanceOf(ProviderUnavailable);
    const [found] = (await payouts.listPayouts(account, since)) ?? [];
    const { payoutId, cause, donationIds } = payout;
    expect(found).toMatchObject({ payoutId, cause, donationIds, state: "sent", amount: 1_000 });
    expect(await payouts.listPayouts(account, new Date(Date.now() + 60_000))).toEqual([]);
    expect(await payouts.listPayouts(await ready(), since)).toEqual([]);
    expect(await payouts.findPayout(account, "po_unknown")).toBeNull();
    expect(await payouts.createPayout(payout)).toEqual(found);
    expect(await payouts.balance(account)).toEqual({ available: 1_500, pending: 0 });
  });

  it("lists every transfer of a span by pages, newest first", async () => {
    const account = await ready();
    for (let made = 0; made < 105; made += 1) await payouts.createTransfer(await wanted(account, 100));
    const span = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) };
    const first = await payouts.listTransfers?.(span, null);
    const second = await payouts.listTransfers?.(span, first?.next ?? null);
    expect([first?.rows.length, first?.next]).toEqual([100, first?.rows.at(-1)?.id]);
    const all = [...(first?.rows ?? []), ...(second?.rows ?? [])];
    expect(all.filter((each) => each.account === account)).toHaveLength(105);
    expect(await payouts.listTransfers?.({ from: span.to, to: span.to }, null)).toEqual({
      rows: [],
      next: null,
    });
  });

  it("is refused with the provider's code", async () => {
    const account = await filled();
    expect(await refusal(payouts.createPayout(payoutOf(account, 2_501)))).toBe("balance_insufficient");
    expect(await refusal(payouts.createPayout(payoutOf("acct_unknown", 100)))).toBe("account_invalid");
    await about(account, "lose", { capability: "payouts" });
    expect(await refusal(payouts.createPayout(payoutOf(account, 100)))).toBe("payouts_not_allowed");
  });

  it("of an account that we cannot reach is not known to be missing", async () => {
    const unknown = payouts.findPayout("acct_unknown", "po_1");
    await expect(unknown).rejects.toBeInstanceOf(ProviderUnavailable);
    await expect(payouts.balance("acct_unknown")).rejects.toBeInstanceOf(ProviderUnavailable);
  });
});

describe("the platform", () => {
  it("says what it has, and whether it pays itself by hand only", async () => {
    const before = await payouts.balance(null);
    await openCharge(sandbox, 700);
    const after = await payouts.balance(null);
    expect(after.pending - before.pending).toBe(700);
    await sandbox.stripe.balanceSettings.update({
      payments: { payouts: { schedule: { interval: "daily" } } },
    });
    expect(await payouts.isPlatformManual()).toBe(false);
    await sandbox.stripe.balanceSettings.update({
      payments: { payouts: { schedule: { interval: "manual" } } },
    });
    expect(await payouts.isPlatformManual()).toBe(true);
  });

  it("counts its own currency only", async () => {
    const inDollars = createStripePayouts({
      secretKey: KEYS.secretKey,
      apiBase: sandbox.url,
      connectWebhookSecret: null,
      accountEventsSecret: null,
      currency: "usd",
    });
    expect(await inDollars.balance(null)).toEqual({ available: 0, pending: 0 });
  });
});

describe("events", () => {
  const headerOf = (headers: Headers) => headers.get("stripe-signature");

  it("of both sources are read as they are sent, and name what to ask about", async () => {
    const account = await filled();
    const payout = await payouts.createPayout(payoutOf(account, 1_000));
    const read = () => [
      ...merchants.connect.received.map(({ body, headers }) =>
        payouts.readEvent?.("stripe_connect", body, headerOf(headers), new Date()),
      ),
      ...merchants.accounts.received.map(({ body, headers }) =>
        payouts.readEvent?.("stripe_accounts", body, headerOf(headers), new Date()),
      ),
    ];
    await vi.waitFor(() => {
      const events = read().filter((event) => event?.account === account);
      expect(events).toContainEqual(expect.objectContaining({ type: "payout.created", payout: payout.id }));
      expect(events).toContainEqual(
        expect.objectContaining({
          type: "v2.core.account[configuration.recipient].capability_status_updated",
          payout: null,
        }),
      );
    }, 30_000);
  });
});

describe("an answer that is no answer", () => {
  it.each([
    ["POST /v2/core/accounts", () => payouts.createAccount(newAccount())],
    ["GET /v2/core/accounts/:id", () => payouts.findAccount("acct_1")],
    ["GET /v1/transfers", () => payouts.findTransfers("d-1")],
    ["GET /v1/balance", () => payouts.balance(null)],
  ])("is unavailable when it fails again and again: %s", async (call, run) => {
    for (const failNext of [429, 500, 503]) {
      await fault({ failNext, times: 2, scope: { call } });
      await expect(run()).rejects.toBeInstanceOf(ProviderUnavailable);
      await sandbox.call("DELETE", "/_sandbox/faults");
    }
  });

  it("is unavailable where the key is wrong or nobody answers", async () => {
    const providers = [providerAt(sandbox.url, "sk_test_sandbox_other"), providerAt("http://127.0.0.1:9")];
    for (const provider of providers) {
      await expect(provider.createAccount(newAccount())).rejects.toBeInstanceOf(ProviderUnavailable);
      await expect(provider.balance(null)).rejects.toBeInstanceOf(ProviderUnavailable);
      await expect(provider.isPlatformManual()).rejects.toBeInstanceOf(ProviderUnavailable);
    }
  });

  it("is unavailable where the operator's own account may not, and a refusal where the payee's may not", async () => {
    const errors = [
      { type: "invalid_request_error", message: "You need Connect." },
      { type: "invalid_request_error", code: "account_invalid", message: "Access was revoked." },
    ];
    const server = createServer((_, response) => {
      response.writeHead(403, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: errors.shift() }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const provider = providerAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await expect(provider.createPayout(payoutOf("acct_1", 100))).rejects.toBeInstanceOf(ProviderUnavailable);
    expect(await refusal(provider.createPayout(payoutOf("acct_1", 100)))).toBe("account_invalid");
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it("is reported with the provider's id of the call, and without what was sent", async () => {
    answers.length = 0;
    await ready();
    expect(answers[0]).toEqual({
      provider: "stripe",
      method: "POST",
      path: "/v2/core/accounts",
      status: 200,
      providerRequestId: expect.stringMatching(/^req_/),
    });
    expect(JSON.stringify(answers)).not.toContain("vera@example.org");
  });
});
