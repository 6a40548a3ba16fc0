import { describe, expect, it } from "vitest";
import { ConfigurationError, readEnv } from "./env";

const base = { DATABASE_URL: "postgres://u:p@localhost/db", AUTH_SECRET: "0123456789abcdef" };
const read = (more: Record<string, string>) => readEnv({ ...base, ...more });

describe("readEnv", () => {
  it("fills in what may be left out", () => {
    expect(read({})).toMatchObject({
      appName: "Steuntje",
      appUrl: "http://localhost:3000",
      currency: "eur",
      timeZone: "Europe/Amsterdam",
      databaseReadUrl: null,
      card: null,
      google: null,
      mail: null,
      mailReportSecret: null,
      mailPage: false,
      sandbox: false,
      rateLimits: true,
      trustProxy: 0,
    });
  });

  it("takes an empty value for an absent one", () => {
    expect(read({ STRIPE_SECRET_KEY: "", AUTH_GOOGLE_ID: " " })).toMatchObject({ card: null, google: null });
  });

  it.each([
    [
      { STRIPE_SECRET_KEY: "sk" },
      "STRIPE_WEBHOOK_SECRET, STRIPE_PUBLISHABLE_KEY missing: needed because STRIPE_SECRET_KEY is set",
    ],
    [{ DATABASE_READ_URL: "replica" }, "DATABASE_READ_URL"],
    [{ AUTH_GOOGLE_SECRET: "s" }, "AUTH_GOOGLE_ID missing: needed because AUTH_GOOGLE_SECRET is set"],
    [{ PAYPAL_CLIENT_ID: "x", PAYPAL_CLIENT_SECRET: "y" }, "PAYPAL_WEBHOOK_ID missing"],
    [{ SMTP_URL: "smtp://mail.example" }, "MAIL_FROM missing: needed because SMTP_URL is set"],
    [{ MAIL_FROM: "a@example.org" }, "SMTP_URL missing"],
    [{ OPERATOR_MAIL: "a@example.org" }, "OPERATOR_MAIL: needs SMTP_URL"],
    [{ SMTP_URL: "https://mail.example", MAIL_FROM: "a@example.org" }, "SMTP_URL"],
    [{ SMTP_URL: "smtp://mail.example", MAIL_FROM: "Steuntje" }, "MAIL_FROM: must be an address"],
    [{ SMTP_URL: "smtp://mail.example", MAIL_FROM: "Steuntje\n<a@example.org>" }, "MAIL_FROM"],
    [{ MAIL_REPORT_SECRET: "short" }, "MAIL_REPORT_SECRET"],
    [{ VAPID_PUBLIC_KEY: "B".repeat(87) }, "VAPID_PRIVATE_KEY missing"],
    [{ VAPID_PUBLIC_KEY: "B".repeat(86), VAPID_PRIVATE_KEY: "p".repeat(43) }, "VAPID_PUBLIC_KEY: must be 65"],
    [{ S3_BUCKET: "b" }, "S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY missing"],
    [{ CURRENCY: "jpy" }, "CURRENCY"],
    [{ TIME_ZONE: "Mars/Olympus" }, "TIME_ZONE"],
    [{ APP_URL: "https://example.org/app" }, "APP_URL: must be an origin"],
    [{ APP_URL: "https://example.org", RATE_LIMITS: "off" }, "RATE_LIMITS=off"],
    [{ AUTH_SECRET: "short" }, "AUTH_SECRET"],
    [{ DATABASE_URL: "" }, "DATABASE_URL is missing"],
  ] as [Record<string, string>, string][])("refuses %j in one line", (more, message) => {
    const error = catchError(() => read(more));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect((error as Error).message).toContain(message);
    expect((error as Error).message).not.toContain("\n");
  });

  const live = { STRIPE_SECRET_KEY: "sk", STRIPE_WEBHOOK_SECRET: "wh", STRIPE_PUBLISHABLE_KEY: "pk" };
  const liveWallet = { PAYPAL_CLIENT_ID: "id", PAYPAL_CLIENT_SECRET: "secret", PAYPAL_WEBHOOK_ID: "wh" };
  it.each([
    [true, {}],
    [true, { APP_URL: "http://127.0.0.1:3000" }],
    [true, { ...live, STRIPE_API_BASE: "http://127.0.0.1:12111" }],
    [false, { APP_URL: "https://steuntje.example" }],
    [false, { APP_URL: "http://192.168.1.20:3000" }],
    [false, { APP_URL: "https://steuntje.example", PAYMENTS: "sandbox" }],
    [false, live],
    [false, liveWallet],
    [false, { ...live, STRIPE_API_BASE: "https://proxy.example" }],
    [false, { ...live, STRIPE_API_BASE: "http://127.0.0.1:12111", ...liveWallet }],
  ] as [boolean, Record<string, string>][])(
    "trust 38: demo people can sign in: %s with %j",
    (expected, more) => {
      expect(read(more).demoLogins).toBe(expected);
    },
  );

  const local = { SMTP_URL: "smtp://127.0.0.1:1025", MAIL_FROM: "Steuntje <no-reply@localhost.invalid>" };
  it("sends mail where a server is set", () => {
    const real = { SMTP_URL: "smtps://user:pass@mail.example:465", MAIL_FROM: "no-reply@steuntje.example" };
    expect(read({ ...real, MAIL_REPORT_SECRET: "sixteen characters" })).toMatchObject({
      mail: { smtpUrl: real.SMTP_URL, from: real.MAIL_FROM },
      mailReportSecret: "sixteen characters",
    });
    expect(read(local).mail?.from).toBe(local.MAIL_FROM);
  });

  const demo = { ...local, PAYMENTS: "sandbox" };
  it.each([
    [true, demo],
    [false, local],
    [false, { PAYMENTS: "sandbox" }],
    [false, { ...demo, SMTP_URL: "smtp://mail.example" }],
    [false, { ...demo, APP_URL: "https://steuntje.example" }],
    [false, { ...demo, APP_URL: "http://192.168.1.20:3000" }],
  ] as [boolean, Record<string, string>][])("everybody's mail is shown: %s with %j", (expected, more) => {
    expect(read(more).mailPage).toBe(expected);
  });

  it("opens the sandbox's pages to other machines only where it is asked to", () => {
    expect([read(demo).sandboxOpen, read({ ...demo, SANDBOX_OPEN: "on" }).sandboxOpen]).toEqual([
      false,
      true,
    ]);
    expect(() => read({ SANDBOX_OPEN: "on" })).toThrow("SANDBOX_OPEN is accepted only with PAYMENTS=sandbox");
  });

  it("allows rate limits off on loopback only", () => {
    expect(read({ RATE_LIMITS: "off", APP_URL: "http://127.0.0.1:3000" }).rateLimits).toBe(false);
  });
});

function catchError(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}
