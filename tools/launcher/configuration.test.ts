import { describe, expect, it } from "vitest";
import { assertValid, complete, plan } from "./configuration";
import type { Secrets } from "./secrets";

const production = { production: true };
const stripe = { STRIPE_SECRET_KEY: "sk", STRIPE_WEBHOOK_SECRET: "whsec", STRIPE_PUBLISHABLE_KEY: "pk" };
const secrets: Secrets = {
  authSecret: "an auth secret of this machine",
  databasePassword: "x",
  sandboxSecretKey: "sk_test_sandbox_x",
  sandboxPublishableKey: "pk_test_sandbox_x",
  sandboxWebhookSecret: "whsec_x",
  sandboxConnectWebhookSecret: "whsec_connect",
  sandboxAccountEventsSecret: "whsec_accounts",
  sandboxWalletId: "sandbox_x",
  sandboxWalletSecret: "wallet secret x",
  mailReportSecret: "mail report secret x",
  sandboxWalletWebhookId: "WHX",
};

describe("plan", () => {
  it("starts everything where nothing is set", () => {
    expect(plan({}, production)).toEqual({ database: true, sandbox: true, demo: true });
    expect(plan({ DATABASE_URL: " ", STRIPE_SECRET_KEY: "" }, production).sandbox).toBe(true);
  });

  it("starts no database beside a configured one", () => {
    expect(plan({ DATABASE_URL: "postgres://x/y" }, production).database).toBe(false);
  });

  it.each([
    { ...stripe, AUTH_SECRET: "s" },
    { STRIPE_SECRET_KEY: "sk", AUTH_SECRET: "s" },
    { PAYPAL_CLIENT_ID: "id", AUTH_SECRET: "s" },
  ])("never starts the sandbox or demo people beside real keys: %j", (source) => {
    expect(plan(source, production)).toMatchObject({ sandbox: false, demo: false });
  });

  it("starts the sandbox on a public origin only when it is asked for by name, and demo people never", () => {
    const APP_URL = "https://steuntje.example";
    expect(plan({ APP_URL }, production)).toMatchObject({ sandbox: false, demo: false });
    expect(plan({ APP_URL, PAYMENTS: "sandbox" }, production)).toMatchObject({ sandbox: true, demo: false });
    expect(plan({ APP_URL: "http://127.0.0.1:4000" }, production)).toMatchObject({
      sandbox: true,
      demo: true,
    });
  });

  it("leaves the sandbox to another process when its address is given", () => {
    const source = { ...stripe, PAYMENTS: "sandbox", STRIPE_API_BASE: "http://127.0.0.1:9" };
    expect(plan(source, production).sandbox).toBe(false);
  });

  it("refuses the sandbox beside real keys", () => {
    const paypal = { PAYPAL_CLIENT_ID: "id", PAYPAL_CLIENT_SECRET: "s", PAYPAL_WEBHOOK_ID: "w" };
    expect(() => plan({ ...paypal, PAYMENTS: "sandbox" }, production)).toThrow(/cannot be combined/);
    expect(() => plan({ ...stripe, PAYMENTS: "sandbox" }, production)).toThrow(/cannot be combined/);
    const half = { ...stripe, ...paypal, STRIPE_API_BASE: "http://127.0.0.1:9", PAYMENTS: "sandbox" };
    expect(() => plan(half, production)).toThrow(/cannot be combined/);
  });

  it("refuses a replica beside its own database", () => {
    const replica = { DATABASE_READ_URL: "postgres://replica/db" };
    expect(() => plan(replica, production)).toThrow(/DATABASE_URL missing/);
    expect(plan({ ...replica, DATABASE_URL: "postgres://primary/db" }, production).database).toBe(false);
  });

  it("requires AUTH_SECRET in production with a real provider", () => {
    expect(() => plan(stripe, production)).toThrow(/AUTH_SECRET is missing/);
    expect(plan(stripe, { production: false }).sandbox).toBe(false);
  });

  it("adds no demo people with DEMO_DATA=off", () => {
    expect(plan({ DEMO_DATA: "off" }, production).demo).toBe(false);
    expect(() => plan({ DEMO_DATA: "no" }, production)).toThrow(/DEMO_DATA/);
  });
});

describe("assertValid", () => {
  const check = (source: Record<string, string>) => assertValid(source, plan(source, { production: false }));

  it("takes what needs nothing else", () => {
    expect(check({})).toMatchObject({ appUrl: "http://localhost:3000", sandbox: false });
  });

  it.each([
    [{ STRIPE_SECRET_KEY: "sk" }, /STRIPE_WEBHOOK_SECRET, STRIPE_PUBLISHABLE_KEY missing/],
    [{ PAYPAL_CLIENT_ID: "id", PAYPAL_CLIENT_SECRET: "s" }, /PAYPAL_WEBHOOK_ID missing/],
    [{ PAYPAL_DONATIONS: "yes" }, /PAYPAL_DONATIONS/],
    [{ SMTP_URL: "smtp://mail.example" }, /MAIL_FROM missing/],
    [{ AUTH_GOOGLE_ID: "id" }, /AUTH_GOOGLE_SECRET missing/],
    [{ PORT: "none" }, /PORT/],
    [{ APP_URL: "steuntje.example" }, /APP_URL/],
  ])("refuses %j in one line", (source, message) => {
    expect(() => check(source as Record<string, string>)).toThrow(message);
  });
});

it("completes a configuration with the parts that were started", () => {
  const sandbox = { url: "http://127.0.0.1:9", smtpUrl: "smtp://127.0.0.1:10" };
  const parts = { port: 3001, databaseUrl: "postgres://a/b", sandbox, secrets };
  expect(complete({ CURRENCY: "usd" }, parts)).toEqual({
    CURRENCY: "usd",
    PORT: "3001",
    AUTH_SECRET: secrets.authSecret,
    DATABASE_URL: "postgres://a/b",
    PAYOUT_DAY_SECONDS: "5",
    PAYMENTS: "sandbox",
    STRIPE_API_BASE: "http://127.0.0.1:9",
    STRIPE_SECRET_KEY: "sk_test_sandbox_x",
    STRIPE_PUBLISHABLE_KEY: "pk_test_sandbox_x",
    STRIPE_WEBHOOK_SECRET: "whsec_x",
    STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_connect",
    STRIPE_ACCOUNT_EVENTS_SECRET: "whsec_accounts",
    PAYPAL_API_BASE: "http://127.0.0.1:9",
    PAYPAL_CLIENT_ID: "sandbox_x",
    PAYPAL_CLIENT_SECRET: "wallet secret x",
    PAYPAL_WEBHOOK_ID: "WHX",
    SMTP_URL: "smtp://127.0.0.1:10",
    MAIL_FROM: "Steuntje <no-reply@localhost.invalid>",
    MAIL_REPORT_SECRET: "mail report secret x",
  });
  const own = { AUTH_SECRET: "my own", DATABASE_URL: "postgres://c/d" };
  expect(complete(own, { ...parts, databaseUrl: null, sandbox: null })).toEqual({ ...own, PORT: "3001" });
  const mail = { SMTP_URL: "smtp://mail.example", MAIL_FROM: "a@example.org" };
  const mailed = complete(mail, parts);
  expect(mailed).toMatchObject({ ...mail, PAYMENTS: "sandbox" });
  expect(mailed).not.toHaveProperty("MAIL_REPORT_SECRET");
});
