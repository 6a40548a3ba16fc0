import { expect, test } from "vitest";
import fc from "@/tests/support/fast-check";
import { readViolations } from "./csp-report";

const APP = "https://steuntje.example";
const report = (type: string, body: unknown) =>
  readViolations(
    new Request(`${APP}/api/csp-reports`, {
      method: "POST",
      headers: { "content-type": type },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
    APP,
  );

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
