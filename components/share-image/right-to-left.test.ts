import { expect, it } from "vitest";
import { isRightToLeft, partsFromRight } from "./right-to-left";

it.each([
  ["معطف شتوي", true],
  ["12 معطف", true],
  ["Jas معطف", false],
  ["2025", false],
])("reads “%s” from the right: %s", (text, expected) => {
  expect(isRightToLeft(text)).toBe(expected);
});

it("keeps words of the other direction together", () => {
  expect(partsFromRight("هاتف iPhone 12 Pro لابنتي")).toEqual(["هاتف", "iPhone 12 Pro", "لابنتي"]);
});
