import { describe, expect, it } from "vitest";
import fc from "@/tests/support/fast-check";
import { toDecimal } from "./format";
import { parseAmount, parseTyped } from "./parse";

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

  it.each([
    ["150 euro", 15_000],
    ["150 EUR", 15_000],
    ["12,50euros", 1_250],
    ["€ 150", 15_000],
    ["€1.234,56", 123_456],
    ["150,-", 15_000],
    ["€ 150,--", 15_000],
    ["150,- euro", 15_000],
    ["12.50", 1_250],
  ])("reads %j as somebody types it", (typed, cents) => {
    expect(parseTyped(typed, "eur")).toEqual({ cents });
  });

  it.each([
    "150 dollar",
    "$150",
    "150 e",
    "euro",
    "€ 150 €",
    "-150",
    "150-",
    "1e3",
    "150,-5",
    "1.50,-",
    "€€ 5",
    "",
  ])("does not guess what %j is in euros", (typed) => {
    expect(parseTyped(typed, "eur")).toEqual({ problem: "amountInvalid" });
  });

  it("knows the currency of the platform only", () => {
    expect(parseTyped("$150", "usd")).toEqual({ cents: 15_000 });
    expect(parseTyped("150 usd", "usd")).toEqual({ cents: 15_000 });
    expect(parseTyped("150 euro", "usd")).toEqual({ problem: "amountInvalid" });
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
