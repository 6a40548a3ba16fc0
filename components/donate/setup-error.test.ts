import { describe, expect, it } from "vitest";
import en from "@/messages/en.json";
import { setupError } from "./setup-error";

describe("payment setup errors (specification 8)", () => {
  it.each([
    [{ status: 400, code: "INVALID_AMOUNT" }, "amount", "Invalid payment amount"],
    [{ status: 400, code: "AMOUNT_TOO_SMALL" }, "amount", "Invalid payment amount"],
    [{ status: 400, code: "AMOUNT_ABOVE_REMAINING" }, "amount", "Invalid payment amount"],
    [{ status: 404, code: "NOT_FOUND" }, "notFound", "Request not found, refresh the page"],
    [{ status: 0, code: "NETWORK" }, "network", "Network error"],
    [{ status: 502, code: "PROVIDER_UNAVAILABLE" }, "unable", "Unable to setup payment"],
    [{ status: 500, code: "INTERNAL" }, "unable", "Unable to setup payment"],
  ] as const)("%j is told as %s", (answer, key, sentence) => {
    expect(setupError(answer)).toBe(key);
    expect(en.cardErrors.setup[key]).toBe(sentence);
  });
});
