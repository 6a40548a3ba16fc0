import { expect, test } from "vitest";
import { isVisible } from "./text-rules";

test.each([
  ["\u200b", "a zero-width space"],
  ["\u3164", "a Hangul filler"],
  ["\u115f\u1160", "fillers of a syllable"],
  ["\uffa0", "a narrow Hangul filler"],
  ["\u2800", "an empty Braille pattern"],
])("trust 40: %j says nothing (%s)", (text) => {
  expect(isVisible(text)).toBe(false);
});

test.each(["a", "한", "⠁", "🐈", "!", "\u3164a"])("trust 40: %s says something", (text) => {
  expect(isVisible(text)).toBe(true);
});
