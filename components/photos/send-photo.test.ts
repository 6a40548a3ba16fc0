import { describe, expect, it } from "vitest";
import { ApiError } from "@/lib/web/http";
import { isTransient, refusalOf, StoreError } from "./send-photo";

describe("a photo that was not sent", () => {
  it("is sent again when no answer came", () => {
    expect(isTransient(new ApiError(0, "NETWORK", "Failed to fetch"))).toBe(true);
    expect(isTransient(new StoreError(0))).toBe(true);
    expect(isTransient(new DOMException("stalled", "AbortError"))).toBe(true);
  });

  it("is sent again when the server or the store is at fault", () => {
    expect(isTransient(new ApiError(502, "PROVIDER_UNAVAILABLE", "…"))).toBe(true);
    expect(isTransient(new StoreError(503))).toBe(true);
  });

  it("is sent again when the address has expired, and only then of all that is forbidden", () => {
    expect(isTransient(new StoreError(403, true))).toBe(true);
    expect(isTransient(new StoreError(403))).toBe(false);
  });

  it.each([400, 401, 413, 415, 429])("is not sent again after a refusal (%i)", (status) => {
    expect(isTransient(new ApiError(status, "REFUSED", "…"))).toBe(false);
    expect(isTransient(new StoreError(status))).toBe(false);
  });
});

describe("files that are chosen", () => {
  const file = (name: string, type: string, text = "x") => new File([text], name, { type, lastModified: 1 });
  const photo = file("a.jpg", "image/jpeg");

  it.each([
    ["one photo", [photo], undefined, null],
    ["a photo without a type", [file("a.JPG", "")], undefined, null],
    ["a drawing", [file("a.svg", "image/svg+xml")], undefined, "wrongType"],
    ["an unknown file without a type", [file("a.txt", "")], undefined, "wrongType"],
    ["an empty file", [file("a.png", "image/png", "")], undefined, "tooSmall"],
    ["two photos", [photo, file("b.jpg", "image/jpeg")], undefined, "tooMany"],
    ["a photo and a drawing", [photo, file("a.svg", "image/svg+xml")], undefined, "wrongType"],
    ["the same photo again", [file("a.jpg", "image/jpeg")], photo, "duplicate"],
    ["another photo", [file("b.jpg", "image/jpeg")], photo, "tooMany"],
    ["a drawing beside a photo", [file("a.svg", "image/svg+xml")], photo, "wrongType"],
  ] as const)("%s", (_, files, chosen, refusal) => {
    expect(refusalOf(files, chosen)).toBe(refusal);
  });
});
