import { expect, test } from "vitest";
import fc from "@/tests/support/fast-check";
import { cardNumbers, DIGITS, SEPARATORS } from "../../tests/support/card-numbers";
import { containsCardNumber, withoutCardNumbers } from "./card-number";
import { plain } from "./plain";

/** The providers' own test numbers, one of each network. */
const KNOWN = [
  "4242424242424242",
  "4000000000000000006",
  "5555555555554444",
  "2223003122003222",
  "378282246310005",
  "36227206271667",
  "30569309025904",
  "6011111111111117",
  "3566002020360505",
  "6205500000000000004",
  "6759649826438453",
];

test.each(KNOWN)("trust 32: %s is a card number", (number) => {
  expect(containsCardNumber(number)).toBe(true);
  expect(withoutCardNumbers(`paid with ${number}.`)).toBe("paid with [card number].");
});

test("trust 32: a card number is seen in every text and in every writing", () => {
  const texts = fc.tuple(fc.string({ unit: "grapheme", maxLength: 30 }), fc.string({ maxLength: 30 }));
  const property = fc.property(texts, cardNumbers(), ([before, after], written) => {
    const edges = [plain(before).replace(/[\d\s.\-_/]+$/, ""), plain(after).replace(/^[\d\s.\-_/]+/, "")];
    expect(containsCardNumber(edges.join(written))).toBe(true);
    expect(containsCardNumber(withoutCardNumbers(edges.join(written)))).toBe(false);
  });
  fc.assert(property, { numRuns: 2_000 });
});

test("trust 32: the digits of every script count, and what is between them is no hiding place", () => {
  expect(DIGITS.length).toBeGreaterThan(50);
  for (const digits of DIGITS) expect(plain(digits.join(""))).toBe("0123456789");
  expect(containsCardNumber("④²42 4242 4242 4242")).toBe(true);
  for (const sign of SEPARATORS) {
    expect(containsCardNumber([..."4242424242424242"].join(sign)), JSON.stringify(sign)).toBe(true);
  }
});

test.each([
  "4242424242424241",
  "1234567812345670",
  "My IBAN is DE89 3704 0044 0532 0130 00",
  "NL91 ABNA 0417 1643 00",
  "+31 6 12345678 or 0031 6 1234 5678",
  "EAN 4006381333931",
  "on 2026-11-21 at 14:30, for 1.234,56 euro",
  "018f4242-4242-7242-8242-424242424242",
  "42424242424242424242",
  "",
])("%j holds none", (text) => {
  expect(containsCardNumber(text)).toBe(false);
  expect(withoutCardNumbers(text)).toBe(text);
});

test("ids that we make are none", () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(withoutCardNumbers(id)).toBe(id);
    }),
    { numRuns: 5_000 },
  );
});
