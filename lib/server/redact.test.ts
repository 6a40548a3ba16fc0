import { expect, it } from "vitest";
import { redact } from "./redact";

it("removes the secret of a link in a message", () => {
  expect(redact("GET /link?token=abc-DEF_123 and /api/unsubscribe?person=1&kind=x&key=ab_c-d")).toBe(
    "GET /link?token=[redacted] and /api/unsubscribe?person=1&kind=x&key=[redacted]",
  );
});
