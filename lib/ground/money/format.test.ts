import { expect, it } from "vitest";
import { LOCALES } from "@/lib/ground/i18n/languages";
import { currencySymbol, formatMoney, formatWholeMoney, progressPercent, toDecimal } from "./format";

it("shows cents as money of the language", () => {
  expect(formatMoney(2550, "en", "eur")).toBe("€25.50");
  expect(formatMoney(2550, "nl", "eur")).toBe("€\u00a025,50");
  expect(formatMoney(123456, "de", "eur")).toBe("1.234,56\u00a0€");
});

it("writes a minus sign, not a hyphen, in every language", () => {
  expect(formatMoney(-5, "en", "usd")).toBe("−US$0.05");
  for (const locale of LOCALES) expect(formatMoney(-100, locale, "eur")).toMatch(/^[^-]*−[^-]*$/);
});

it("keeps amounts beyond exact floats exact", () => {
  expect(formatMoney(9_007_199_254_740_991, "en", "eur")).toBe("€90,071,992,547,409.91");
});

it("writes cents as a decimal string", () => {
  expect([0, 5, 50, 1250, -5].map(toDecimal)).toEqual(["0.00", "0.05", "0.50", "12.50", "-0.05"]);
});

it("shows the size of a sum without its cents", () => {
  expect(formatWholeMoney(123_499, "en", "eur")).toBe("€1,234");
  expect(formatWholeMoney(199, "nl", "eur")).toBe("€\u00a01");
});

it("knows where a language writes a currency's symbol", () => {
  expect(currencySymbol("en", "eur")).toEqual({ symbol: "€", leads: true });
  expect(currencySymbol("nl", "eur")).toEqual({ symbol: "€", leads: true });
  expect(currencySymbol("de", "eur")).toEqual({ symbol: "€", leads: false });
  expect(currencySymbol("fr", "usd")).toEqual({ symbol: "$US", leads: false });
});

it("gives a progress one decimal, and never says 100 too early", () => {
  expect(progressPercent(1, 3)).toBe(33.3);
  expect(progressPercent(99_999, 100_000)).toBe(99.9);
  expect(progressPercent(100, 100)).toBe(100);
  expect(progressPercent(500, 100)).toBe(100);
  expect(progressPercent(0, 100)).toBe(0);
});
