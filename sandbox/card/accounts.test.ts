import { readFileSync } from "node:fs";
import { join } from "node:path";
import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  KEYS,
  openCharge,
  openMerchant,
  openReceiver,
  openTestSandbox,
  RECEIVER,
  refusal,
  type TestSandbox,
  temporaryFolder,
} from "../support";
import { TEXTS } from "./onboarding-page";

const SECRET = KEYS.accountEventsSecret;
const include = ["configuration.recipient", "requirements"] as const;

let folder: ReturnType<typeof temporaryFolder>;
let merchant: Awaited<ReturnType<typeof openMerchant>>;
let connect: Awaited<ReturnType<typeof openMerchant>>;
let sandbox: TestSandbox;
let stripe: Stripe;
beforeEach(async () => {
  folder = temporaryFolder();
  merchant = await openMerchant();
  connect = await openMerchant();
  sandbox = await openTestSandbox(folder.path, {
    accountEventsUrl: merchant.url,
    connectWebhookUrl: connect.url,
  });
  stripe = sandbox.stripe;
});
afterEach(async () => {
  await sandbox.stop();
  await merchant.close();
  await connect.close();
  folder.remove();
});

const command = (id: string, name: string, body: object = {}) =>
  sandbox.call("POST", `/_sandbox/accounts/${id}/${name}`, body);
const read = (id: string) => stripe.v2.core.accounts.retrieve(id, { include: [...include] });
const standing = async (id: string) => {
  const { configuration, requirements } = await read(id);
  const { stripe_transfers, payouts } = configuration?.recipient?.capabilities?.stripe_balance ?? {};
  return {
    transfers: stripe_transfers?.status,
    payouts: payouts?.status,
    asked: requirements?.entries?.map(({ awaiting_action_from }) => awaiting_action_from),
    until: requirements?.summary?.minimum_deadline?.time,
  };
};
const READY = { transfers: "active", payouts: "active", asked: [], until: undefined };

describe("connected accounts, by the official library", () => {
  it("have what is included, and null for the rest", async () => {
    const created = await stripe.v2.core.accounts.create({ ...RECEIVER, metadata: { userId: "u-1" } });
    expect(created).toMatchObject({
      object: "v2.core.account",
      contact_email: "vera@example.org",
      dashboard: "express",
      closed: false,
      identity: null,
      metadata: { userId: "u-1" },
    });
    expect(created.configuration?.recipient?.capabilities?.stripe_balance).toEqual({
      stripe_transfers: {
        status: "restricted",
        status_details: [{ code: "requirements_past_due", resolution: "provide_info" }],
      },
      payouts: {
        status: "restricted",
        status_details: [{ code: "requirements_past_due", resolution: "provide_info" }],
      },
    });
    const bare = await stripe.v2.core.accounts.retrieve(created.id);
    expect(bare).toMatchObject({ id: created.id, configuration: null, requirements: null });
    const { identity } = await stripe.v2.core.accounts.retrieve(created.id, { include: ["identity"] });
    expect(identity).toMatchObject({ country: "NL", entity_type: "individual" });
  });

  it("need an address for messages, and are made once for one key", async () => {
    const { contact_email: _email, ...without } = RECEIVER;
    const missing = await stripe.v2.core.accounts.create(without).catch((error: unknown) => error);
    expect(missing).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(missing).toMatchObject({ statusCode: 400, code: "invalid_fields" });
    const options = { idempotencyKey: "payee-u-1" };
    const first = await stripe.v2.core.accounts.create(RECEIVER, options);
    expect((await stripe.v2.core.accounts.create(RECEIVER, options)).id).toBe(first.id);
    const other = { ...RECEIVER, contact_email: "rik@example.org" };
    await expect(stripe.v2.core.accounts.create(other, options)).rejects.toBeInstanceOf(
      Stripe.errors.StripeIdempotencyError,
    );
    expect(await refusal(stripe.v2.core.accounts.retrieve("acct_none"))).toEqual({
      status: 404,
      code: "not_found",
    });
    const unversioned = await sandbox.call("GET", `/v2/core/accounts/${first.id}`);
    expect(unversioned).toMatchObject({ status: 400, body: { error: { code: "missing_version" } } });
  });

  it("are not supported in every country", async () => {
    const { configuration } = await stripe.v2.core.accounts.create({
      ...RECEIVER,
      identity: { country: "US", entity_type: "individual" },
    });
    expect(configuration?.recipient?.capabilities?.stripe_balance?.payouts).toEqual({
      status: "unsupported",
      status_details: [{ code: "unsupported_country", resolution: "no_resolution" }],
    });
  });

  it("are closed once they are empty", async () => {
    const id = await openReceiver(sandbox);
    const charge = await openCharge(sandbox, 1_000);
    const { id: transfer } = await stripe.transfers.create({
      amount: 1_000,
      currency: "eur",
      destination: id,
      source_transaction: charge.id,
    });
    expect(await refusal(stripe.v2.core.accounts.close(id))).toEqual({ status: 400, code: "cannot_proceed" });
    await stripe.transfers.createReversal(transfer);
    expect(await stripe.v2.core.accounts.close(id)).toMatchObject({ closed: true });
    expect(await standing(id)).toEqual({ ...READY, transfers: "restricted", payouts: "restricted" });
    expect(
      await refusal(stripe.payouts.create({ amount: 1, currency: "eur" }, { stripeAccount: id })),
    ).toEqual({
      status: 403,
      code: "account_invalid",
    });
  });

  it.each([
    ["verified", READY],
    ["review", { transfers: "pending", payouts: "pending", asked: ["stripe"], until: null }],
    ["document", { transfers: "restricted", payouts: "restricted", asked: ["user"], until: null }],
    ["refused", { ...READY, transfers: "rejected", payouts: "rejected" }],
    ["again", READY],
  ])("of the test person `%s` stand as the provider decides", async (person, expected) => {
    const id = await openReceiver(sandbox, { person });
    expect(await standing(id)).toEqual(expected);
  });

  it("are verified after a review, and asked for a document after three transfers", async () => {
    const [rik, anna] = [
      await openReceiver(sandbox, { person: "review" }),
      await openReceiver(sandbox, { person: "again" }),
    ];
    await sandbox.call("POST", "/_sandbox/clock", { days: 1 });
    expect(await standing(rik)).toEqual(READY);
    const { id: source_transaction } = await openCharge(sandbox, 1_000);
    for (const nth of [1, 2, 3]) {
      expect(await standing(anna), `before ${nth}`).toEqual(READY);
      await stripe.transfers.create({ amount: 100, currency: "eur", destination: anna, source_transaction });
    }
    expect(await standing(anna)).toEqual({ ...READY, asked: ["user"], until: expect.any(String) });
    await sandbox.call("POST", "/_sandbox/clock", { days: 14 });
    const stopped = { transfers: "restricted", payouts: "restricted", asked: ["user"], until: null };
    expect(await standing(anna)).toEqual(stopped);
    await command(anna, "verify");
    expect(await standing(anna)).toEqual(READY);
  });

  it("obey the provider: they are asked, lose a capability, are stopped, get another bank account", async () => {
    const id = await openReceiver(sandbox);
    await command(id, "lose", { capability: "payouts" });
    expect(await standing(id)).toMatchObject({ transfers: "active", payouts: "restricted" });
    await command(id, "verify");
    await command(id, "ask", { days: 3 });
    expect(await standing(id)).toMatchObject({ ...READY, asked: ["user"], until: expect.any(String) });
    await command(id, "restrict");
    expect(await standing(id)).toMatchObject({ transfers: "restricted", payouts: "restricted", asked: [] });
    const before = await stripe.accounts.listExternalAccounts(id);
    await command(id, "bank", { iban: "DE62370400440532013001" });
    const after = await stripe.accounts.listExternalAccounts(id);
    expect([before, after].map(({ data }) => (data[0] as Stripe.BankAccount).last4)).toEqual([
      "4300",
      "3001",
    ]);
    await command(id, "close");
    expect(await command(id, "verify")).toMatchObject({ status: 404 });
    expect(await command("acct_none", "verify")).toMatchObject({ status: 404 });
  });

  it("tell one bank account of two people by its fingerprint, and store nothing else of it", async () => {
    const iban = "FR14 2004 1010 0505 0001 3M02 606";
    const test = "NL91 ABNA 0417 1643 00";
    const [first, ...others] = await Promise.all(
      [iban, iban.toLowerCase(), test, test].map((one) => openReceiver(sandbox, { iban: one })),
    );
    const fingerprints = await Promise.all(
      [first, ...others].map(async (id) => {
        const { data } = await stripe.accounts.listExternalAccounts(String(id));
        return (data[0] as Stripe.BankAccount).fingerprint;
      }),
    );
    expect(fingerprints[0]).toBe(fingerprints[1]);
    expect(new Set(fingerprints).size).toBe(3);
    const journal = readFileSync(join(folder.path, "journal.jsonl"), "utf8");
    expect(journal).toContain(first);
    expect(journal).not.toMatch(/0417164300|0417 1643|3M02 ?606/i);
    expect((await command(String(first), "bank", { iban: "NL91ABNA0417164301" })).status).toBe(400);
  });
});

describe("events about connected accounts", () => {
  it("are thin, and signed with a secret of their own", async () => {
    const id = await openReceiver(sandbox);
    await command(id, "close");
    const CAPABILITY = "v2.core.account[configuration.recipient].capability_status_updated";
    const REQUIREMENTS = "v2.core.account[requirements].updated";
    await vi.waitFor(() => expect(merchant.types()).toContain("v2.core.account.closed"), 30_000);
    expect(merchant.types()).toEqual(
      [REQUIREMENTS, REQUIREMENTS, CAPABILITY, CAPABILITY, CAPABILITY, CAPABILITY].concat(
        "v2.core.account.closed",
      ),
    );
    const notifications = merchant.received.map(({ body, signature }) => {
      expect(() => stripe.parseEventNotification(body, signature, KEYS.webhookSecret)).toThrow();
      expect(() => Stripe.webhooks.constructEvent(body, signature, SECRET)).toThrow(/thin event/);
      return stripe.parseEventNotification(body, signature, SECRET);
    });
    for (const { related_object } of notifications as { related_object?: { id: string } }[]) {
      expect(related_object?.id).toBe(id);
    }
    expect(notifications[2]).not.toHaveProperty("data");
  });

  it("about a bank account are the account's own, and go elsewhere", async () => {
    const id = await openReceiver(sandbox);
    await vi.waitFor(() => expect(connect.types()).toEqual(["account.external_account.created"]), 30_000);
    const [{ body, signature } = { body: "", signature: "" }] = connect.received;
    const event = Stripe.webhooks.constructEvent(body, signature, KEYS.connectWebhookSecret);
    expect(event).toMatchObject({ account: id, data: { object: { account: id, last4: "4300" } } });
    expect(event.data.object).not.toHaveProperty("behaviour");
  });

  it("of a call that acted without answering are found by its key", async () => {
    const { body } = await sandbox.call("POST", "/_sandbox/faults", {
      timeoutAfterActing: "silence",
      scope: { call: "POST /v2/core/accounts" },
    });
    expect(body).toMatchObject({ times: 1 });
    const options = { idempotencyKey: "payee-u-2" };
    const timeout = { ...options, timeout: 300 };
    await expect(stripe.v2.core.accounts.create(RECEIVER, timeout)).rejects.toBeInstanceOf(
      Stripe.errors.StripeConnectionError,
    );
    const { id } = await stripe.v2.core.accounts.create(RECEIVER, options);
    const { accounts } = (await sandbox.call("GET", "/_sandbox/state")).body as {
      accounts: { id: string }[];
    };
    expect(accounts.map((account) => account.id)).toEqual([id]);
  });
});

describe("the hosted page", () => {
  const URLS = { refresh_url: "https://shop.example/again", return_url: "https://shop.example/back" };
  const link = (account: string) =>
    stripe.v2.core.accountLinks.create({
      account,
      use_case: { type: "account_onboarding", account_onboarding: URLS },
    });
  const get = async (url: string) => {
    const response = await fetch(url, { redirect: "manual", headers: { "Accept-Language": "nl" } });
    const text = await response.text();
    const visit = /name="visit" value="(\w+)"/.exec(text)?.[1] ?? "";
    return { status: response.status, to: response.headers.get("location"), text, visit };
  };
  const post = async (url: string, form: Record<string, string>) => {
    const response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams(form),
    });
    return { status: response.status, to: response.headers.get("location"), text: await response.text() };
  };
  const IBAN = "NL91ABNA0417164300";
  /** A payout that the bank gives back. */
  const refunded = async (stripeAccount: string) => {
    const { id: source_transaction } = await openCharge(sandbox, 1_000);
    await stripe.transfers.create({
      amount: 500,
      currency: "eur",
      destination: stripeAccount,
      source_transaction,
    });
    const payments = { payouts: { schedule: { interval: "manual" } } } as const;
    await stripe.balanceSettings.update({ payments }, { stripeAccount });
    await sandbox.call("POST", "/_sandbox/clock", { days: 2 });
    const { id } = await stripe.payouts.create({ amount: 500, currency: "eur" }, { stripeAccount });
    await sandbox.call("POST", "/_sandbox/clock", { days: 1 });
    return stripe.payouts.retrieve(id, {}, { stripeAccount });
  };
  const create = async () => (await stripe.v2.core.accounts.create(RECEIVER)).id;

  it("is opened once, asks a person and a bank account, and returns", async () => {
    const id = await create();
    const { url, expires_at, account } = await link(id);
    expect(account).toBe(id);
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.now());
    const page = await get(url);
    expect(page.text).toContain("Je uitbetalingen instellen");
    expect(page.text).not.toContain("<script");
    expect(await get(url)).toMatchObject({ status: 303, to: URLS.refresh_url });

    const wrong = await post(url, { visit: page.visit, person: "verified", iban: "NL00ABNA0417164300" });
    expect(wrong).toMatchObject({ status: 200, text: expect.stringContaining('role="alert"') });
    expect(await post(url, { visit: "other", person: "verified", iban: IBAN })).toMatchObject({
      status: 303,
      to: URLS.refresh_url,
    });
    expect(await standing(id)).toMatchObject({ transfers: "restricted" });
    const form = { visit: page.visit, person: "document", iban: IBAN };
    expect(await post(url, form)).toMatchObject({ status: 303, to: URLS.return_url });
    expect(await post(url, form)).toMatchObject({ status: 303, to: URLS.refresh_url });
    expect(await standing(id)).toMatchObject({ transfers: "restricted", asked: ["user"] });

    const second = await link(id);
    const { visit, text } = await get(second.url);
    expect(text).toContain("Er wordt om een document gevraagd");
    expect(await post(second.url, { visit, document: "sent" })).toMatchObject({ to: URLS.return_url });
    expect(await standing(id)).toEqual(READY);

    const third = await link(id);
    const bank = await get(third.url);
    expect(bank.text).toContain("niets van je gevraagd");
    await post(third.url, { visit: bank.visit, iban: "DE89370400440532013000" });
    await sandbox.call("POST", `/_sandbox/accounts/${id}/bank`, { iban: "DE62370400440532013001" });
    const payout = await refunded(id);
    expect(payout).toMatchObject({ status: "failed" });
    const fourth = await link(id);
    const other = await get(fourth.url);
    expect(other.text).toContain("Vul een andere in");
    await post(fourth.url, { visit: other.visit, iban: "DE89370400440532013000" });

    const { data } = await stripe.accounts.listExternalAccounts(id);
    expect(data).toMatchObject([{ last4: "3000", country: "DE", status: "new" }]);
    expect(await standing(id)).toEqual(READY);
  });

  it("speaks five languages", async () => {
    const account = await create();
    for (const [language, texts] of Object.entries(TEXTS)) {
      const { url } = await link(account);
      const page = await (await fetch(url, { headers: { "Accept-Language": language } })).text();
      for (const text of [
        texts.title,
        texts.who,
        ...Object.values(texts.persons),
        texts.iban,
        texts.submit,
      ]) {
        expect(page, language).toContain(text);
      }
    }
  });

  it("leads back when it has expired, and when the account is closed", async () => {
    const [late, closed] = [await create(), await create()];
    const links = [await link(late), await link(closed)] as const;
    await command(closed, "close");
    expect(await get(links[1].url)).toMatchObject({ to: URLS.refresh_url });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 301_000 });
    expect(await get(links[0].url)).toMatchObject({ to: URLS.refresh_url });
    vi.useRealTimers();
    await expect(link(closed)).rejects.toMatchObject({ code: "cannot_proceed" });
    expect((await fetch(`${sandbox.url}/onboarding/aln_none`)).status).toBe(404);
  });
});

it("accounts, and what is due, survive a restart", async () => {
  const id = await openReceiver(sandbox, { person: "review" });
  await sandbox.stop();
  sandbox = await openTestSandbox(folder.path, { bankDaySeconds: 1 });
  stripe = sandbox.stripe;
  await vi.waitFor(async () => expect(await standing(id)).toEqual(READY), 30_000);
});
