import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import type { SandboxOptions } from "./config";
import { startSandbox } from "./server";

/** Test support: a sandbox, a merchant that receives its events, and both ways to call it. */
export const KEYS = {
  secretKey: "sk_test_sandbox_tests",
  publishableKey: "pk_test_sandbox_tests",
  webhookSecret: "whsec_tests",
  connectWebhookSecret: "whsec_connect_tests",
  accountEventsSecret: "whsec_accounts_tests",
  mailReportSecret: "a secret for reports",
};

export const WALLET = {
  clientId: "sandbox_tests",
  clientSecret: "the wallet's secret in tests",
  webhookId: "WEBHOOKOFTESTS",
};

/** The variables that a sandbox needs, but for its folder. */
export const ENVIRONMENT = {
  SANDBOX_SECRET_KEY: KEYS.secretKey,
  SANDBOX_PUBLISHABLE_KEY: KEYS.publishableKey,
  SANDBOX_WEBHOOK_SECRET: KEYS.webhookSecret,
  SANDBOX_CONNECT_WEBHOOK_SECRET: KEYS.connectWebhookSecret,
  SANDBOX_ACCOUNT_EVENTS_SECRET: KEYS.accountEventsSecret,
  SANDBOX_MAIL_REPORT_SECRET: KEYS.mailReportSecret,
  SANDBOX_WALLET_CLIENT_ID: WALLET.clientId,
  SANDBOX_WALLET_CLIENT_SECRET: WALLET.clientSecret,
  SANDBOX_WALLET_WEBHOOK_ID: WALLET.webhookId,
};

export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "sandbox-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

type TestOptions = Partial<SandboxOptions> & {
  webhookUrl?: string;
  walletWebhookUrl?: string;
  connectWebhookUrl?: string;
  accountEventsUrl?: string;
  mailReportUrl?: string;
};

export async function openTestSandbox(dataDir: string, wanted: TestOptions = {}) {
  const { walletWebhookUrl, connectWebhookUrl, accountEventsUrl, mailReportUrl, ...options } = wanted;
  const { webhookUrl, ...changes } = options;
  const { secretKey, publishableKey } = KEYS;
  const sandbox = await startSandbox({
    secretKey,
    publishableKey,
    hooks: {
      card: { url: webhookUrl ?? null, secret: KEYS.webhookSecret },
      connect: { url: connectWebhookUrl ?? null, secret: KEYS.connectWebhookSecret },
      accounts: { url: accountEventsUrl ?? null, secret: KEYS.accountEventsSecret },
      mail: { url: mailReportUrl ?? null, secret: KEYS.mailReportSecret },
    },
    wallet: { ...WALLET, webhookUrl: walletWebhookUrl ?? null },
    port: 0,
    dataDir,
    publicUrl: null,
    retryMs: 10,
    ...changes,
  });
  const stripe = new Stripe(KEYS.secretKey, {
    host: "127.0.0.1",
    port: sandbox.port,
    protocol: "http",
    maxNetworkRetries: 0,
    timeout: 30_000,
    telemetry: false,
  });
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${sandbox.url}${path}`, {
      method,
      // An idle connection is closed by the server just when a slow machine sends on it again.
      headers: { Authorization: `Bearer ${KEYS.secretKey}`, connection: "close" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { ...sandbox, stripe, call };
}
export type TestSandbox = Awaited<ReturnType<typeof openTestSandbox>>;

/** A sandbox in a folder of its own, which `stop` removes too. */
export async function openOwnSandbox(options: TestOptions = {}): Promise<TestSandbox> {
  const folder = temporaryFolder();
  const sandbox = await openTestSandbox(folder.path, options);
  return {
    ...sandbox,
    stop: async () => {
      await sandbox.stop();
      folder.remove();
    },
  };
}

export type Card = { number: string; exp_month?: string; exp_year?: string; cvc?: string };
export const RETURN_URL = "https://shop.example/thanks?from=card";

/** Confirms as the browser's card form does, with the publishable key and the client secret. */
export function payByBrowser(url: string, intent: Opened, card: Card, changes: Record<string, string> = {}) {
  const { number, exp_month = "12", exp_year = "2040", cvc = "123" } = card;
  return confirm(url, intent, {
    "payment_method_data[type]": "card",
    "payment_method_data[card][number]": number,
    "payment_method_data[card][exp_month]": exp_month,
    "payment_method_data[card][exp_year]": exp_year,
    "payment_method_data[card][cvc]": cvc,
    ...changes,
  });
}

/** Confirms with a bank method, as the browser's form does. */
export function payByBank(url: string, intent: Opened, type: "ideal" | "bancontact", name = "Donna Mulder") {
  return confirm(url, intent, {
    "payment_method_data[type]": type,
    ...(type === "bancontact" && { "payment_method_data[billing_details][name]": name }),
  });
}

type Opened = Pick<Stripe.PaymentIntent, "id" | "client_secret">;

async function confirm(url: string, intent: Opened, method: Record<string, string>) {
  const response = await fetch(`${url}/v1/payment_intents/${intent.id}/confirm`, {
    method: "POST",
    body: new URLSearchParams({
      key: KEYS.publishableKey,
      client_secret: intent.client_secret ?? "",
      return_url: RETURN_URL,
      ...method,
    }),
  });
  return { status: response.status, body: (await response.json()) as Stripe.PaymentIntent & Refused };
}

type Refused = {
  error?: { type: string; code: string; decline_code?: string; param?: string; payment_intent?: object };
};

/** A connected account as the application opens it: for a person in the Netherlands. */
export const RECEIVER: Stripe.V2.Core.AccountCreateParams = {
  contact_email: "vera@example.org",
  dashboard: "express",
  identity: { country: "NL", entity_type: "individual" },
  configuration: {
    recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
  },
  defaults: { responsibilities: { fees_collector: "application", losses_collector: "application" } },
  include: ["configuration.recipient", "requirements"],
};

/** A connected account that can be paid, with a manual schedule. `told`: what its owner entered on the hosted page. */
export async function openReceiver({ stripe, call }: TestSandbox, told: object = {}): Promise<string> {
  const { id } = await stripe.v2.core.accounts.create(RECEIVER);
  const payments = { payouts: { schedule: { interval: "manual" } } } as const;
  await stripe.balanceSettings.update({ payments }, { stripeAccount: id });
  await call("POST", `/_sandbox/accounts/${id}/onboard`, told);
  return id;
}

/** A charge of a payment that succeeded. `amount` in cents. */
export async function openCharge({ stripe, call }: TestSandbox, amount: number): Promise<Stripe.Charge> {
  const { id } = await stripe.paymentIntents.create({ amount, currency: "eur" });
  await call("POST", `/_sandbox/payments/${id}/succeed`);
  const { latest_charge } = await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] });
  return latest_charge as Stripe.Charge;
}

/** The balance of the platform, or of a connected account, in cents. */
export async function balanceOf({ stripe }: TestSandbox, stripeAccount?: string) {
  const { available, pending } = await stripe.balance.retrieve(
    {},
    stripeAccount === undefined ? {} : { stripeAccount },
  );
  return { available: available[0]?.amount, pending: pending[0]?.amount };
}

/** How the provider refused a call. */
export const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: Stripe.errors.StripeError) => ({
      status: error.statusCode,
      code: error.code,
      ...(error.param && { param: error.param }),
    }),
  );

type Received = { body: string; signature: string; headers: Headers };

/** A merchant's webhook. `answers` are the statuses of the next deliveries; after them it answers 200. */
export async function openMerchant(answers: number[] = []) {
  const received: Received[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const status = answers.shift() ?? 200;
      if (status === 200) {
        received.push({
          body: Buffer.concat(chunks).toString("utf8"),
          signature: String(request.headers["stripe-signature"]),
          headers: new Headers(request.headers as Record<string, string>),
        });
      }
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    types: (): string[] => received.map(({ body }) => (JSON.parse(body) as Stripe.Event).type),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
