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
      card: null,
      google: null,
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
    [{ AUTH_GOOGLE_SECRET: "s" }, "AUTH_GOOGLE_ID missing: needed because AUTH_GOOGLE_SECRET is set"],
    [{ PAYPAL_CLIENT_ID: "x", PAYPAL_CLIENT_SECRET: "y" }, "PAYPAL_WEBHOOK_ID missing"],
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
