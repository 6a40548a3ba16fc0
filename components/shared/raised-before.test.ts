import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { storeRaisedBefore, takeRaisedBefore } from "./raised-before";

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it("is told once, of its own request", () => {
  storeRaisedBefore("bicycle", 2_000);
  expect(takeRaisedBefore("coat")).toBeNull();
  expect(takeRaisedBefore("bicycle")).toBe(2_000);
  expect(takeRaisedBefore("bicycle")).toBeNull();
});

it("is nothing that is no amount", () => {
  for (const text of ["", "x", "-5", "1e9", "NaN"]) {
    sessionStorage.setItem("gave:bicycle", text);
    expect(takeRaisedBefore("bicycle")).toBeNull();
  }
});

it("fails nowhere that storage is forbidden", () => {
  const forbid = () => {
    throw new DOMException("forbidden", "SecurityError");
  };
  vi.stubGlobal("sessionStorage", { getItem: forbid, setItem: forbid, removeItem: forbid });
  storeRaisedBefore("bicycle", 2_000);
  expect(takeRaisedBefore("bicycle")).toBeNull();
});
