import { beforeEach, expect, test, vi } from "vitest";

/** A page's policy, by directive, under a configuration. */
async function policyUnder(configuration: Record<string, string>): Promise<Record<string, string>> {
  for (const [name, value] of Object.entries(configuration)) vi.stubEnv(name, value);
  const { pagePolicy } = await import("./csp");
  return Object.fromEntries(
    pagePolicy("abc")
      .split("; ")
      .map((directive) => directive.split(/ (.*)/s).slice(0, 2)),
  );
}

const keys = {
  STRIPE_SECRET_KEY: "sk_test_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  STRIPE_PUBLISHABLE_KEY: "pk_test_1",
};

beforeEach(() => {
  vi.resetModules();
  vi.unstubAllEnvs();
  vi.stubEnv("DATABASE_URL", "postgres://localhost/steuntje");
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
});

test("without keys and with the sandbox nothing comes from elsewhere", async () => {
  const sandbox = { ...keys, PAYMENTS: "sandbox", STRIPE_API_BASE: "http://127.0.0.1:4010" };
  for (const configuration of [{}, sandbox]) {
    vi.resetModules();
    const policy = await policyUnder(configuration);
    expect(policy["script-src"]).toBe("'self' 'nonce-abc' 'strict-dynamic'");
    expect(policy["connect-src"]).toBe("'self'");
    expect(policy["frame-src"]).toBe("'self'");
    expect(policy["img-src"]).toBe("'self' data: blob:");
    expect(policy).not.toHaveProperty("upgrade-insecure-requests");
  }
});

test("real keys add the card provider, and nobody else", async () => {
  const policy = await policyUnder(keys);
  expect(policy["script-src"]).toContain("https://js.stripe.com");
  expect(policy["connect-src"]).toBe("'self' https://api.stripe.com");
  expect(policy["frame-src"]).toContain("https://hooks.stripe.com");
});

test("Google's pictures are shown once Google is configured", async () => {
  const policy = await policyUnder({ AUTH_GOOGLE_ID: "id", AUTH_GOOGLE_SECRET: "secret" });
  expect(policy["img-src"]).toContain("https://*.googleusercontent.com");
});

test("photos are sent to the bucket, and shown from here", async () => {
  const bucket = {
    S3_BUCKET: "photos",
    S3_REGION: "eu-west-1",
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "secret",
  };
  const policy = await policyUnder(bucket);
  expect(policy["connect-src"]).toBe("'self' https://photos.s3.eu-west-1.amazonaws.com");
  expect(policy["img-src"]).toBe("'self' data: blob:");
  vi.resetModules();
  const elsewhere = await policyUnder({ ...bucket, S3_ENDPOINT: "https://store.example:9000" });
  expect(elsewhere["connect-src"]).toBe("'self' https://store.example:9000");
});

test("code from text runs in development only", async () => {
  const policy = await policyUnder({ NODE_ENV: "development" });
  expect(policy["script-src"]).toContain("'unsafe-eval'");
});

test("on https nothing is fetched over http", async () => {
  const policy = await policyUnder({ APP_URL: "https://steuntje.example" });
  expect(policy).toHaveProperty("upgrade-insecure-requests");
});
