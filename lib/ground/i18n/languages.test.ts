import { expect, test } from "vitest";
import fc from "@/tests/support/fast-check";
import { matchLanguage } from "./languages";

test.each([
  ["nl", "nl"],
  ["de-AT,de;q=0.9,en;q=0.8", "de"],
  ["sv-SE, fr-CA;q=0.5, en;q=0.4", "fr"],
  ["en;q=0.2, es;q=0.7", "es"],
  ["EN-us", "en"],
  ["fr;q=0, en;q=0.1", "en"],
  ["en, nl", "en"],
  ["pt-BR, *", null],
  ["eng", null],
  ["en;q=2", null],
  ["", null],
  [null, null],
] as const)("%s asks for %s", (header, expected) => {
  expect(matchLanguage(header)).toBe(expected);
});

test("any header gets an answer", () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      expect([null, "en", "nl", "es", "fr", "de"]).toContain(matchLanguage(header));
    }),
  );
});
