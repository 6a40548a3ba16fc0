import { describe, expect, it } from "vitest";
import fc from "@/tests/support/fast-check";
import {
  cardFieldProblems,
  formatCardNumber,
  formatCvc,
  formatExpiry,
  isCardNumber,
  parseExpiry,
} from "./card-fields";

const AT = new Date(2026, 10, 21);

describe("card fields", () => {
  it("groups a number while it is typed", () => {
    expect(formatCardNumber("4242")).toBe("4242");
    expect(formatCardNumber("42424")).toBe("4242 4");
    expect(formatCardNumber("4242-4242 4242x4242")).toBe("4242 4242 4242 4242");
  });

  it("formats again what it formatted without a change", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(formatCardNumber(formatCardNumber(text))).toBe(formatCardNumber(text));
        expect(formatExpiry(formatExpiry(text))).toBe(formatExpiry(text));
      }),
    );
  });

  it("checks the check digit", () => {
    expect(isCardNumber("4242 4242 4242 4242")).toBe(true);
    expect(isCardNumber("4000 0025 0000 3155")).toBe(true);
    expect(isCardNumber("4242 4242 4242 4241")).toBe(false);
    expect(isCardNumber("0000")).toBe(false);
  });

  it("catches every single wrong digit", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 1, max: 9 }), (place, by) => {
        const digits = [..."4242424242424242"];
        digits[place] = String((Number(digits[place]) + by) % 10);
        expect(isCardNumber(digits.join(""))).toBe(false);
      }),
    );
  });

  it("reads an expiry, the current month included", () => {
    expect(formatExpiry("5")).toBe("05");
    expect(formatExpiry("1228")).toBe("12 / 28");
    expect(parseExpiry("11 / 26", AT)).toEqual({ month: 11, year: 2026 });
    expect(parseExpiry("10 / 26", AT)).toBeNull();
    expect(parseExpiry("13 / 30", AT)).toBeNull();
    expect(parseExpiry("1 / 3", AT)).toBeNull();
  });

  it("names what is missing", () => {
    expect(formatCvc("12345x")).toBe("1234");
    expect(cardFieldProblems({ number: "", expiry: "", cvc: "12" }, AT)).toEqual(["number", "expiry", "cvc"]);
    expect(cardFieldProblems({ number: "4242424242424242", expiry: "12/30", cvc: "123" }, AT)).toEqual([]);
  });
});
