import { describe, expect, it } from "vitest";
import fc from "@/tests/support/fast-check";
import { toDecimal } from "./format";
import { parseAmount } from "./parse";

describe("trust 14: parseAmount", () => {
  it.each([
    ["12,50", 1250],
    ["12.50", 1250],
    ["12", 1200],
    ["12.", 1200],
    ["0.01", 1],
    ["0,5", 50],
    [" 7,00 ", 700],
    ["1.234,56", 123456],
    ["1,234.56", 123456],
    ["1 234,56", 123456],
    ["1.234.567,89", 123456789],
    ["2147483648", 214748364800],
    ["0", 0],
    ["007.10", 710],
    [12.5, 1250],
    [0.1, 10],
    [1000, 100000],
  ])("reads %j as %i cents", (input, cents) => {
    expect(parseAmount(input)).toEqual({ cents });
  });

  it.each([
    "1e3",
    "NaN",
    "Infinity",
    "-1",
    "+1",
    "",
    " ",
    ".",
    ",5",
    "1,2,3",
    "1.2.3",
    "12.34,56",
    "1,234,56.7",
    "1.234.56",
    "0x10",
    "١٢",
    "１２",
    "१२",
    "১২,50",
    "๑๒.50",
    "十二",
    "Ⅻ",
    "1²",
    "𝟏𝟐",
    "12\u200b50",
    "1\u066b50",
    "\u202e12",
    "12€",
    "9999999999999",
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -1,
    1e21,
  ])("refuses %j", (input) => {
    expect(parseAmount(input)).toEqual({ problem: "amountInvalid" });
  });

  it.each(["0.004", "1.005", "1.234", 1.005, 0.001])("does not round %j", (input) => {
    expect(parseAmount(input)).toEqual({ problem: "amountDecimals" });
  });

  it("reads back every amount it can be shown as a decimal", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (cents) => {
        expect(parseAmount(toDecimal(cents))).toEqual({ cents });
        expect(parseAmount(toDecimal(cents).replace(".", ","))).toEqual({ cents });
      }),
    );
  });

  it("takes no digit of another script, whatever stands around it", () => {
    const foreign = fc
      .integer({ min: 0x80, max: 0x1fbf9 })
      .map((code) => String.fromCodePoint(code))
      .filter((character) => /[\p{N}\p{Cf}]/u.test(character));
    const around = fc.stringMatching(/^[\d.,]{0,6}$/);
    fc.assert(
      fc.property(around, foreign, around, (before, digit, after) => {
        expect(parseAmount(`${before}${digit}${after}`)).toEqual({ problem: "amountInvalid" });
      }),
    );
  });

  it("reads no number otherwise than it is written, to the last cent", () => {
    const written = fc.tuple(fc.bigInt({ min: 0n, max: 999_999_999_999n }), fc.stringMatching(/^(\d{0,4})$/));
    fc.assert(
      fc.property(written, fc.constantFrom(".", ","), ([whole, fraction], separator) => {
        const result = parseAmount(`${whole}${separator}${fraction}`);
        const cents = Number(whole * 100n + BigInt(fraction.padEnd(2, "0")));
        expect(result).toEqual(fraction.length > 2 ? { problem: "amountDecimals" } : { cents });
      }),
    );
  });

  it("answers exact cents or a problem for any text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const result = parseAmount(text);
        if ("cents" in result) {
          expect(Number.isSafeInteger(result.cents) && result.cents >= 0).toBe(true);
          expect(text).toMatch(/^\s*[\d.,' \u00a0\u202f]+\s*$/);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
