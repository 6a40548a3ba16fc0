import { expect, it, vi } from "vitest";
import { Recent } from "./recent";

it("makes a result once, also for those who ask while it is being made", async () => {
  const recent = new Recent<string>(2);
  const make = vi.fn(async () => "made");
  expect(await Promise.all([recent.get("a", make), recent.get("a", make)])).toEqual(["made", "made"]);
  expect(await recent.get("a", make)).toBe("made");
  expect(make).toHaveBeenCalledTimes(1);
});

it("drops what was asked for longest ago", async () => {
  const recent = new Recent<string>(2);
  const make = vi.fn(async () => "made");
  for (const key of ["a", "b", "a", "c", "a"]) await recent.get(key, make);
  expect(make).toHaveBeenCalledTimes(3);
  await recent.get("b", make);
  expect(make).toHaveBeenCalledTimes(4);
});

it("forgets a failure", async () => {
  const recent = new Recent<string>(2);
  await expect(recent.get("a", async () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await recent.get("a", async () => "made")).toBe("made");
});
