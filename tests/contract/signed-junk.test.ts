import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Call, contract } from "@/lib/web/contract";
import type { RunningOptions } from "@/sandbox/config";
import { transmissionHeaders } from "@/sandbox/wallet/events";
import { Client, ownStack } from "../support/http";

const byCard = (secret: string) => (body: string) => {
  const at = Math.floor(Date.now() / 1_000);
  const signature = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
  return { "stripe-signature": `t=${at},v1=${signature}` };
};

function byWallet(body: string) {
  const { PAYPAL_CLIENT_SECRET: clientSecret, PAYPAL_WEBHOOK_ID: webhookId } = ownStack().scripts;
  const options = { apiUrl: ownStack().sandboxUrl, wallet: { clientSecret, webhookId, webhookUrl: "" } };
  return transmissionHeaders(options as RunningOptions, body);
}

/** How the sender of each door proves itself. */
const PROOFS: Record<string, (body: string) => Record<string, string>> = {
  "/api/webhooks/stripe": (body) => byCard(ownStack().webhookSecret)(body),
  "/api/webhooks/stripe/connect": (body) => byCard(ownStack().connectWebhookSecret)(body),
  "/api/webhooks/stripe/accounts": (body) => byCard(ownStack().accountEventsSecret)(body),
  "/api/webhooks/paypal": byWallet,
  "/api/webhooks/mail": () => ({ authorization: `Bearer ${ownStack().scripts.MAIL_REPORT_SECRET}` }),
};

const calls: Call[] = Object.values(contract);
/** An unsubscribe link proves itself by its address. */
const DOORS = calls.flatMap(({ access, path }) =>
  access === "provider" && path !== "/u/{token}" ? [path] : [],
);
const EVENT_DOORS = DOORS.filter((path) => path !== "/api/webhooks/mail");

const send = (path: string, body: string) =>
  new Client().send("POST", path, {
    body,
    headers: { "content-type": "application/json", ...PROOFS[path]?.(body) },
  });

const NO_EVENTS = [
  "",
  "{",
  "[]",
  "[[]]",
  "null",
  "{}",
  '"x"',
  "true",
  "0",
  "-1e9",
  '{"id":"evt_1"}',
  '{"id":"evt_1","object":"event"}',
  '{"id":"evt_1","type":"x","event_type":"x"}',
  '{"id":1,"type":2,"event_type":3,"data":{"object":{}},"resource":{},"related_object":5}',
  '{"id":"evt_1","type":"x","event_type":"x","data":null,"resource":null,"related_object":"x"}',
  '{"id":"evt_1","type":"x","event_type":"x","data":{"object":null},"resource":[],"related_object":[]}',
  '{"id":"","type":"","event_type":"","data":{"object":{}},"resource":{}}',
  '{"id":"evt\\u0000","type":"x","event_type":"x","data":{"object":{}},"resource":{}}',
];

/** What an event can be about, with what nobody would write. */
const ODD = [null, 5, true, "", "\u0000", "x".repeat(3_000), [], {}, { id: 5 }];
const ABOUT: [string, string, string][] = [
  ["payment_intent.succeeded", "payment_intent", "id"],
  ["charge.refunded", "charge", "payment_intent"],
  ["customer.subscription.updated", "subscription", "id"],
  ["invoice.paid", "invoice", "parent"],
  ["checkout.session.completed", "checkout.session", "subscription"],
  ["payout.failed", "payout", "id"],
  ["v2.core.account.closed", "v2.core.account", "id"],
  ["CHECKOUT.ORDER.APPROVED", "", "id"],
  ["BILLING.SUBSCRIPTION.UPDATED", "", "id"],
  ["PAYMENT.SALE.COMPLETED", "", "billing_agreement_id"],
  ["PAYMENT.CAPTURE.REVERSED", "", "amount"],
  ["PAYMENT.CAPTURE.REFUNDED", "", "links"],
  ["PAYMENT.PAYOUTSBATCH.SUCCESS", "", "batch_header"],
  ["CUSTOMER.DISPUTE.CREATED", "", "disputed_transactions"],
];

describe("trust 3: what is signed and is no event", () => {
  it("is tried at every door of a provider", () => {
    expect(DOORS.toSorted()).toEqual(Object.keys(PROOFS).toSorted());
  });

  it.each(DOORS)("gets 400 at %s", async (path) => {
    for (const body of NO_EVENTS) {
      const { status } = await send(path, body);
      expect([status, body]).toEqual([400, body]);
    }
  });

  it.each(EVENT_DOORS)("is no error of ours when it is only odd, at %s", async (path) => {
    for (const [type, object, field] of ABOUT) {
      for (const value of ODD) {
        const about = { object, [field]: value };
        const body = JSON.stringify({
          id: `evt_${crypto.randomUUID()}`,
          object: path.endsWith("accounts") ? "v2.core.event" : "event",
          type,
          event_type: type,
          data: { object: about },
          resource: about,
          related_object: { type: object, [field]: value },
        });
        const { status } = await send(path, body);
        expect([200, 400], `${status} for ${body.slice(0, 300)}`).toContain(status);
      }
    }
  });
});
