import { describe, expect, it } from "vitest";
import { ApiError } from "@/lib/web/http";
import { isTransient } from "./retry";

/** As Uppy tells what the store answered to the bytes. */
function storeAnswered(status: number, message = "Non 2xx"): Error {
  return Object.assign(new Error(message), { source: { status } });
}

describe("a photo that was not sent", () => {
  it("is sent again when no answer came", () => {
    expect(isTransient(new ApiError(0, "NETWORK", "Failed to fetch"))).toBe(true);
    expect(isTransient(storeAnswered(0, "Unknown error"))).toBe(true);
    expect(isTransient(new DOMException("stalled", "AbortError"))).toBe(true);
  });

  it("is sent again when the server or the store is at fault", () => {
    expect(isTransient(new ApiError(502, "PROVIDER_UNAVAILABLE", "…"))).toBe(true);
    expect(isTransient(storeAnswered(503))).toBe(true);
  });

  it("is sent again when the address has expired, and only then of all that is forbidden", () => {
    expect(isTransient(storeAnswered(403, "Request has expired"))).toBe(true);
    expect(isTransient(storeAnswered(403))).toBe(false);
  });

  it.each([400, 401, 413, 415, 429])("is not sent again after a refusal (%i)", (status) => {
    expect(isTransient(new ApiError(status, "REFUSED", "…"))).toBe(false);
    expect(isTransient(storeAnswered(status))).toBe(false);
  });
});
