import { expect, it } from "vitest";
import { progressPercent } from "./percent";

it("has one decimal and never says 100 too early", () => {
  expect(progressPercent(1, 3)).toBe(33.3);
  expect(progressPercent(99_999, 100_000)).toBe(99.9);
  expect(progressPercent(100, 100)).toBe(100);
  expect(progressPercent(500, 100)).toBe(100);
  expect(progressPercent(0, 100)).toBe(0);
});
