import fc from "fast-check";
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

const APP = "https://steuntje.example";

async function report(type: string, body: unknown) {
  vi.stubEnv("APP_URL", APP);
  const { readViolations } = await import("./csp");
  return readViolations(
    new Request(`${APP}/api/csp-reports`, {
      method: "POST",
      headers: { "content-type": type },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  );
}

/** What a page and a person could give away. */
const SECRET = "payment_intent_client_secret=pi_1_secret_2";

const older = {
  "csp-report": {
    "document-uri": `${APP}/payment-success?${SECRET}#${SECRET}`,
    referrer: `${APP}/?request=7`,
    "violated-directive": "script-src-elem",
    "effective-directive": "script-src-elem",
    "original-policy": "default-src 'self'",
    "blocked-uri": `https://evil.example/x.js?${SECRET}`,
    "source-file": `${APP}/_next/static/chunks/a.js?${SECRET}`,
    "line-number": 12,
    "script-sample": SECRET,
  },
};
const newer = {
  type: "csp-violation",
  age: 10,
  url: `${APP}/payment-success?${SECRET}`,
  user_agent: SECRET,
  body: {
    documentURL: `${APP}/payment-success?${SECRET}`,
    effectiveDirective: "script-src-elem",
    blockedURL: `https://evil.example/x.js?${SECRET}`,
    sourceFile: `${APP}/_next/static/chunks/a.js`,
    lineNumber: 12,
    sample: SECRET,
  },
};
const violation = {
  page: "/payment-success",
  directive: "script-src-elem",
  blocked: "https://evil.example",
  source: "/_next/static/chunks/a.js",
  line: 12,
};

test("trust 30: a violation is told in either format, without queries, samples and who saw it", async () => {
  expect(await report("application/csp-report", older)).toEqual([violation]);
  expect(await report("application/reports+json; charset=utf-8", [newer, { type: "deprecation" }])).toEqual([
    violation,
  ]);
});

test.each([
  ["inline", "inline"],
  ["eval", "eval"],
  ["data", "data"],
  ["data:text/html,<script>secret</script>", "data:"],
  ["blob:https://steuntje.example/01a1", "blob:"],
  ["chrome-extension", "chrome-extension"],
  ["", ""],
  ["noor@example.org wrote this", "noor"],
])("what was blocked, %j, is told as %j", async (blocked, told) => {
  const [only] = await report("application/csp-report", {
    "csp-report": { ...older["csp-report"], "blocked-uri": blocked },
  });
  expect(only?.blocked).toBe(told);
});

test("of a flood ten are told, and a large one is refused", async () => {
  const many = Array.from({ length: 20 }, () => ({ ...newer, body: { effectiveDirective: "img-src" } }));
  expect(await report("application/reports+json", many)).toHaveLength(10);
  await expect(
    report("application/reports+json", [{ ...newer, x: "x".repeat(17_000) }]),
  ).rejects.toMatchObject({ code: "BODY_TOO_LARGE" });
});

test.each([
  ["application/json", "[]", "UNSUPPORTED_MEDIA_TYPE"],
  ["text/plain", "{}", "UNSUPPORTED_MEDIA_TYPE"],
  ["application/csp-report", "{", "VALIDATION_ERROR"],
  ["application/csp-report", "[]", "VALIDATION_ERROR"],
  ["application/reports+json", "{}", "VALIDATION_ERROR"],
])("as %s, %s is refused", async (type, body, code) => {
  await expect(report(type, body)).rejects.toMatchObject({ code });
});

test("whatever is sent, a line is short, and one line", async () => {
  await fc.assert(
    fc.asyncProperty(fc.webUrl(), fc.string({ unit: "binary", maxLength: 400 }), async (url, text) => {
      const body = { documentURL: url, effectiveDirective: text, blockedURL: text, sourceFile: text };
      const [told] = await report("application/reports+json", [{ type: "csp-violation", body }]);
      for (const field of [told?.page, told?.directive, told?.blocked, told?.source]) {
        expect(field).toMatch(/^[\x21-\x7e]{0,120}$/);
      }
    }),
    { numRuns: 30 },
  );
});
