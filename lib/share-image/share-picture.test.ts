import { expect, it } from "vitest";
import { isRightToLeft } from "./share-picture";

it.each([
  ["معطف Bosch", true],
  ["25 € – מעיל", true],
  ["Bosch معطف", false],
  ["🎉 冬衣", false],
  ["", false],
])("“%s”: %s", (text, expected) => {
  expect(isRightToLeft(text)).toBe(expected);
});
