import { expect, it } from "vitest";
import { redact } from "./redact";

it("removes the secret of a link in a message", () => {
  expect(redact("GET /link?token=abc-DEF_123 and /api/unsubscribe?person=1&kind=x&key=ab_c-d")).toBe(
    "GET /link?token=[redacted] and /api/unsubscribe?person=1&kind=x&key=[redacted]",
  );
});

it("removes the token of a receipt, by which a guest reads and reports", () => {
  expect(redact("GET /api/photos/1?receipt=abc-DEF_123 and /report?post=1&receipt=ab_c-d")).toBe(
    "GET /api/photos/1?receipt=[redacted] and /report?post=1&receipt=[redacted]",
  );
});
