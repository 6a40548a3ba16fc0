import { expect, it } from "vitest";
import fc from "@/tests/support/fast-check";
import { toCents, toDecimal } from "./money";

it("trust 14: writes and reads every amount exactly", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (cents) => {
      const decimal = toDecimal(cents);
      expect(decimal).toMatch(/^\d+\.\d{2}$/);
      expect(toCents(decimal)).toBe(cents);
    }),
  );
});

it.each([
  ["4.99", 499],
  ["5", 500],
  ["5.0", 500],
  ["822.0160", null],
  ["822.0100", 82_201],
  ["0.07", 7],
  ["1.005", null],
  ["-4.99", null],
  ["4,99", null],
  ["1e3", null],
  ["", null],
  [" 4.99", null],
  ["٤.٩٩", null],
  ["NaN", null],
])("reads %j as %s", (decimal, cents) => {
  if (cents === null) expect(() => toCents(decimal)).toThrow("cannot be read");
  else expect(toCents(decimal)).toBe(cents);
});

it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("writes no %d", (cents) => {
  expect(() => toDecimal(cents)).toThrow("no amount in cents");
});
