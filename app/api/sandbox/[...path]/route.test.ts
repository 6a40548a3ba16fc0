import { createTransport } from "nodemailer";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createPayPalGateway } from "@/lib/providers/paypal";
import {
  KEYS,
  openTestSandbox,
  RECEIVER,
  type TestSandbox,
  temporaryFolder,
  WALLET,
} from "@/sandbox/support";

vi.mock("@/lib/web/locale", () => ({ currentLocale: async () => "nl" }));
vi.mock("@/lib/web/session", () => ({ currentViewer: async () => null }));
vi.mock("@/db/client", () => ({ db: () => null }));
vi.mock("next-intl/server", () => ({
  getTranslations: async () => (key: string) => key,
  getFormatter: async () => ({ number: String }),
}));

const APP = "http://localhost:3000";
const folder = temporaryFolder();
let sandbox: TestSandbox;
let send: (method: "GET" | "POST", path: string, body?: string, headers?: object) => Promise<Response>;

beforeAll(async () => {
  sandbox = await openTestSandbox(folder.path, { publicUrl: `${APP}/api/sandbox` });
  await openRoute();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await sandbox.stop();
  folder.remove();
});

/** The route under a configuration. */
async function openRoute(changes: Record<string, string> = {}): Promise<void> {
  const configuration = {
    DATABASE_URL: "postgres://nobody@127.0.0.1/none",
    AUTH_SECRET: "a secret for this test only",
    APP_URL: APP,
    PAYMENTS: "sandbox",
    RATE_LIMITS: "off",
    STRIPE_SECRET_KEY: KEYS.secretKey,
    STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
    STRIPE_PUBLISHABLE_KEY: KEYS.publishableKey,
    STRIPE_API_BASE: sandbox.url,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    MAIL_FROM: "Steuntje <no-reply@localhost.invalid>",
    SANDBOX_OPEN: "on",
    ...changes,
  };
  for (const [name, value] of Object.entries(configuration)) vi.stubEnv(name, value);
  vi.resetModules();
  const route = await import("@/app/api/sandbox/[...path]/route");
  send = (method, path, body, headers = {}) => {
    const type = { "content-type": "application/x-www-form-urlencoded", origin: APP };
    const init = {
      method,
      headers: { ...(method === "POST" && type), ...headers },
      ...(body !== undefined && { body }),
    };
    const params = Promise.resolve({ path: path.split("/") });
    return route[method](new Request(`${APP}/api/sandbox${path}`, init), { params });
  };
}

async function challenge(changes: Record<string, string> = {}, headers: object = {}, more = "") {
  const intent = await sandbox.stripe.paymentIntents.create({ amount: 1_000, currency: "eur" });
  const form = new URLSearchParams({
    key: KEYS.publishableKey,
    client_secret: intent.client_secret ?? "",
    return_url: `${APP}/payment-success`,
    "payment_method_data[type]": "card",
    "payment_method_data[card][number]": "4000000000003220",
    "payment_method_data[card][exp_month]": "12",
    "payment_method_data[card][exp_year]": "2040",
    "payment_method_data[card][cvc]": "123",
    ...changes,
  });
  return {
    intent,
    answer: await send("POST", `/v1/payment_intents/${intent.id}/confirm`, String(form) + more, headers),
  };
}

describe("the proxy route to the sandbox", () => {
  it("leads through the page where a receiver says who they are, and back", async () => {
    const { id: account } = await sandbox.stripe.v2.core.accounts.create(RECEIVER);
    const account_onboarding = { refresh_url: `${APP}/again`, return_url: `${APP}/back` };
    const { url } = await sandbox.stripe.v2.core.accountLinks.create({
      account,
      use_case: { type: "account_onboarding", account_onboarding },
    });
    expect(url).toContain(`${APP}/api/sandbox/onboarding/`);
    const path = new URL(url).pathname.slice("/api/sandbox".length);
    const page = await (await send("GET", path)).text();
    expect(page).toContain("Je uitbetalingen instellen");
    const visit = /name="visit" value="(\w+)"/.exec(page)?.[1];
    const done = await send("POST", path, `visit=${visit}&person=verified&iban=NL91ABNA0417164300`);
    expect([done.status, done.headers.get("location")]).toEqual([303, `${APP}/back`]);
  });

  it("leads through the 3-D Secure page and back, in the reader's language", async () => {
    const { intent, answer } = await challenge();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const url: string = (await answer.json()).next_action.redirect_to_url.url;
    expect(url.startsWith(`${APP}/api/sandbox/3ds/`)).toBe(true);
    const path = url.slice(`${APP}/api/sandbox`.length);
    expect(await (await send("GET", path)).text()).toContain('<html lang="nl">');
    const back = await send("POST", path, "outcome=approve");
    expect(back.status).toBe(303);
    expect(back.headers.get("location")).toMatch(`${APP}/payment-success?payment_intent=${intent.id}&`);
    const look = new URLSearchParams({ key: KEYS.publishableKey, client_secret: intent.client_secret ?? "" });
    const seen = await send("GET", `/v1/payment_intents/${intent.id}?${look}`);
    expect((await seen.json()).status).toBe("succeeded");
  });

  it("leads over the hosted checkout page and back", async () => {
    const { url } = await sandbox.stripe.checkout.sessions.create({
      mode: "payment",
      line_items: [
        {
          price_data: { currency: "eur", unit_amount: 899, product_data: { name: "5 boosts" } },
          quantity: 1,
        },
      ],
      success_url: `${APP}/profile?purchase=1`,
    });
    const path = (url ?? "").slice(`${APP}/api/sandbox`.length);
    expect(await (await send("GET", path)).text()).toContain('<html lang="nl">');
    const back = await send("POST", path, "number=4242424242424242&expiry=12/40&cvc=123");
    expect(back.headers.get("location")).toBe(`${APP}/profile?purchase=1`);
    expect((await send("GET", path)).status).toBe(303);
  });

  it("leads over the wallet provider's approval page and back", async () => {
    const wallet = createPayPalGateway({ ...WALLET, apiBase: sandbox.url });
    const { id, url: approvalUrl } = await wallet.openPage({
      amount: 899,
      currency: "eur",
      description: "5 boosts",
      metadata: { purchaseId: "p" },
      idempotencyKey: "k",
      locale: "nl",
      returnUrl: `${APP}/profile?purchase=1`,
      cancelUrl: `${APP}/profile?purchase=1&cancelled=1`,
    });
    expect(approvalUrl.startsWith(`${APP}/api/sandbox/approve/`)).toBe(true);
    const path = approvalUrl.slice(`${APP}/api/sandbox`.length);
    expect(await (await send("GET", path)).text()).toContain('<html lang="nl">');
    const back = await send("POST", path, "outcome=approve");
    expect(back.headers.get("location")).toMatch(`${APP}/profile?purchase=1&token=${id}`);
  });

  it("makes a token of a card", async () => {
    const card = { "card[number]": "4242424242424242", "card[exp_month]": "12", "card[exp_year]": "2040" };
    const form = new URLSearchParams({ key: KEYS.publishableKey, type: "card", ...card });
    const answer = await send("POST", "/v1/payment_methods", String(form));
    expect(await answer.json()).toMatchObject({ card: { last4: "4242" } });
  });

  it.each([
    ["GET", "/v1/payment_intents"],
    ["POST", "/v1/checkout/sessions"],
    ["POST", "/v1/oauth2/token"],
    ["POST", "/v2/checkout/orders"],
    ["POST", "/_sandbox/wallet/I-1/renew"],
    ["GET", "/v1/checkout/sessions/cs_1"],
    ["POST", "/v1/payment_intents"],
    ["POST", "/v1/refunds"],
    ["POST", "/v1/payment_intents/pi_1/cancel"],
    ["GET", "/_sandbox/state"],
    ["POST", "/_sandbox/payments/pi_1/succeed"],
    ["GET", "/v1/payment_intents/..%2Fevents"],
    ["POST", "/_sandbox/mails/mail_1/bounce"],
    ["GET", "/_sandbox/mails"],
    ["GET", "/mail/mail_1/raw"],
    ["GET", "/mail/../health"],
    ["POST", "/mail"],
    ["GET", "/health"],
  ] as const)("does not lead to %s %s", async (method, path) => {
    expect((await send(method, path, method === "POST" ? "" : undefined)).status).toBe(404);
  });

  it("leads to the mail of this demo, in the reader's language", async () => {
    const transport = createTransport({ host: "127.0.0.1", port: sandbox.smtpPort });
    await transport.sendMail({
      from: "a@example.org",
      to: "b@example.org",
      subject: "Hallo",
      html: "<p>Dag</p>",
    });
    const html = { accept: "text/html,*/*;q=0.8" };
    const list = await (await send("GET", "/mail?to=b@example.org", undefined, html)).text();
    expect(list).toContain('<html lang="nl">');
    const [, id] = /href="mail\/(\w+)"/.exec(list) ?? [];
    expect(await (await send("GET", `/mail/${id}`)).text()).toContain(`src="${id}/html"`);
    expect(await (await send("GET", `/mail/${id}/html`)).text()).toContain("<p>Dag</p>");
    const json = await send("GET", "/mail?to=b@example.org");
    expect(json.headers.get("content-type")).toBe("application/json");
    expect(await json.json()).toMatchObject([{ id, to: "b@example.org", subject: "Hallo" }]);
  });

  it("leads another machine to none of its pages, but to the calls of a card form", async () => {
    await openRoute({ SANDBOX_OPEN: "off" });
    for (const path of [
      "/mail",
      "/mail/mail_1",
      "/checkout/cs_1",
      "/approve/x",
      "/3ds/pi_1",
      "/bank/tds_1",
      "/onboarding/x",
    ]) {
      const answer = await send("GET", path, undefined, { "x-steuntje-local": "yes" });
      expect([path, answer.status, await answer.text()]).toEqual([
        path,
        403,
        expect.stringContaining("<h1>elsewhere.title"),
      ]);
    }
    expect((await send("POST", "/checkout/cs_1", "number=4242")).status).toBe(403);
    expect((await challenge()).answer.status).toBe(200);
    await openRoute();
  });

  // On a public origin neither: tests/contract/public-origin.test.ts.
  it.each([{ SMTP_URL: "smtp://mail.example" }, { PAYMENTS: "", SANDBOX_OPEN: "" }])(
    "does not lead to the mail where there is none to show: %j",
    async (changes) => {
      await openRoute(changes as Record<string, string>);
      for (const path of ["/mail", "/mail/mail_1", "/mail/mail_1/html"]) {
        expect((await send("GET", path)).status).toBe(404);
      }
      await openRoute();
      expect((await send("GET", "/mail")).status).toBe(200);
    },
  );

  it("takes no foreign origin, no foreign way back and no large body", async () => {
    expect((await challenge({}, { origin: "https://evil.example" })).answer.status).toBe(403);
    expect((await challenge({ return_url: "https://evil.example/" })).answer.status).toBe(400);
    expect((await challenge({ return_url: `${APP}@evil.example/` })).answer.status).toBe(400);
    expect((await challenge({}, {}, "&return_url=https://evil.example/")).answer.status).toBe(400);
    expect((await challenge({ padding: "x".repeat(17_000) })).answer.status).toBe(413);
  });

  it("does not reach the sandbox with a person's cookies or a key from a header", async () => {
    const headers = { authorization: `Bearer ${KEYS.secretKey}`, cookie: "session=1" };
    const { intent } = await challenge();
    expect((await send("GET", `/v1/payment_intents/${intent.id}`, undefined, headers)).status).toBe(401);
  });
});
