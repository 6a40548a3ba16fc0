import { expect, it } from "vitest";
import { currencySymbol } from "./currency-symbol";

it("knows where a language writes a currency's symbol", () => {
  expect(currencySymbol("en", "eur")).toEqual({ symbol: "€", leads: true });
  expect(currencySymbol("nl", "eur")).toEqual({ symbol: "€", leads: true });
  expect(currencySymbol("de", "eur")).toEqual({ symbol: "€", leads: false });
  expect(currencySymbol("fr", "usd")).toEqual({ symbol: "$US", leads: false });
});
