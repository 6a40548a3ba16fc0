import { expect, test } from "vitest";
import { isActionInput } from "./input";

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

test.each(["[]", '[{"id":"7","emoji":"🎉"},"key"]', '["$undefined","$-0","$NaN","$$5 for you"]', nested(20)])(
  "%s is one",
  (text) => {
    expect(isActionInput(text)).toBe(true);
  },
);

test.each([
  "",
  "[",
  "undefined",
  nested(22),
  nested(10_000),
  `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`,
  "null",
  "1",
  '"text"',
  '{"0":1}',
  '["$1"]',
  '["$K1"]',
  '["$h1"]',
  '[{"a":["$n1e9"]}]',
  '["$undefined1"]',
])("trust 29: what cannot be read, is too deep, is no list or refers elsewhere is none", (text) => {
  expect(isActionInput(text)).toBe(false);
});
