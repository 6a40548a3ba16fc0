import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { BadSignature } from "@/lib/providers/gateway";
import { createStripePayouts } from ".";

const SECRETS = { stripe_connect: "whsec_of_payouts", stripe_accounts: "whsec_of_accounts" } as const;
type Source = keyof typeof SECRETS;
const KEYS = { secretKey: "sk_test_1", apiBase: null, currency: "eur" };
const provider = createStripePayouts({
  ...KEYS,
  connectWebhookSecret: SECRETS.stripe_connect,
  accountEventsSecret: SECRETS.stripe_accounts,
});

const at = new Date("2026-03-29T01:30:00Z");
const seconds = at.getTime() / 1_000;
const sign = (payload: string, secret: string, timestamp = seconds) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
const read = (source: Source, payload: string, signature: string | null) =>
  provider.readEvent?.(source, payload, signature, at);

const ofPayout = JSON.stringify({
  id: "evt_1",
  object: "event",
  type: "payout.failed",
  account: "acct_1",
  data: { object: { id: "po_1", object: "payout", failure_code: "account_closed" } },
});
const ofAccount = JSON.stringify({
  id: "evt_2",
  object: "v2.core.event",
  type: "v2.core.account[requirements].updated",
  created: at.toISOString(),
  livemode: false,
  context: null,
  related_object: { id: "acct_1", type: "v2.core.account", url: "/v2/core/accounts/acct_1" },
});
const BODIES = { stripe_connect: ofPayout, stripe_accounts: ofAccount } as const;

describe("trust 3: events about payees", () => {
  it("name the account and its payout", () => {
    const signature = sign(ofPayout, SECRETS.stripe_connect);
    expect(read("stripe_connect", ofPayout, signature)).toEqual({
      id: "evt_1",
      type: "payout.failed",
      account: "acct_1",
      payout: "po_1",
    });
  });

  it.each([
    ["another bank account", { id: "ba_1", object: "bank_account" }, "acct_1"],
    ["the platform's own account", { id: "acct_2", object: "account" }, null],
  ])("name as much as there is: %s", (_, object, account) => {
    const event = { id: "evt_3", object: "event", type: "account.updated", data: { object } };
    const payload = JSON.stringify(account ? { ...event, account } : event);
    const signature = sign(payload, SECRETS.stripe_connect);
    expect(read("stripe_connect", payload, signature)).toMatchObject({ account, payout: null });
  });

  it("are thin where they are about the account itself", () => {
    const signature = sign(ofAccount, SECRETS.stripe_accounts);
    expect(read("stripe_accounts", ofAccount, signature)).toEqual({
      id: "evt_2",
      type: "v2.core.account[requirements].updated",
      account: "acct_1",
      payout: null,
    });
  });

  it.each([
    ["a person of an account", { id: "person_1", type: "v2.core.account_person", url: "/v2/core/x" }],
    ["something without an id", { type: "balance", url: "/v1/balance" }],
    ["nothing", null],
  ])("can be about %s", (_, related_object) => {
    const payload = JSON.stringify({ ...JSON.parse(ofAccount), type: "v2.core.new", related_object });
    const signature = sign(payload, SECRETS.stripe_accounts);
    expect(read("stripe_accounts", payload, signature)).toMatchObject({ account: null, payout: null });
  });

  describe.each(["stripe_connect", "stripe_accounts"] as const)("from %s", (source) => {
    const body = BODIES[source];
    const secret = SECRETS[source];

    it("are taken with a signature of up to 300 seconds ago or ahead", () => {
      for (const near of [-300, 300]) {
        expect(read(source, body, sign(body, secret, seconds + near))?.account).toBe("acct_1");
      }
      for (const far of [-301, 301, 86_400]) {
        expect(() => read(source, body, sign(body, secret, seconds + far))).toThrow(BadSignature);
      }
    });

    it.each([
      ["no signature", null],
      ["an empty one", ""],
      [
        "one by the other source's secret",
        sign(body, SECRETS[source === "stripe_connect" ? "stripe_accounts" : "stripe_connect"]),
      ],
      ["one over another body", sign(`${body} `, secret)],
    ])("are refused with %s", (_, signature) => {
      expect(() => read(source, body, signature)).toThrow(BadSignature);
    });

    it("are refused where no secret is set", () => {
      const bare = createStripePayouts({ ...KEYS, connectWebhookSecret: null, accountEventsSecret: null });
      expect(() => bare.readEvent?.(source, body, sign(body, secret), at)).toThrow(BadSignature);
    });

    it("are refused where they are not of the kind that the source sends", () => {
      const other = BODIES[source === "stripe_connect" ? "stripe_accounts" : "stripe_connect"];
      expect(() => read(source, other, sign(other, secret))).toThrow(BadSignature);
    });
  });
});
