import { expect, test } from "vitest";
import { isActionInput } from "./action-input";

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

test.each(["[]", '[{"id":"7","emoji":"🎉"},"key"]', '["$undefined"]', nested(20)])("%s is one", (text) => {
  expect(isActionInput(text)).toBe(true);
});

test.each([
  "",
  "[",
  "undefined",
  nested(22),
  nested(10_000),
  `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`,
])("trust 29: what cannot be read, or is too deep, is none", (text) => {
  expect(isActionInput(text)).toBe(false);
});
