import { expect, it } from "vitest";
import { quantityAfterKey, readQuantity } from "./quantity";

it.each([
  ["", null],
  ["0", null],
  ["abc", null],
  ["1", 1],
  ["05", 5],
  [" 7 ", 7],
  ["50", 50],
  ["51", 50],
  ["999999999999", 50],
  ["1.5", null],
  ["1,5", null],
  ["1e2", null],
  ["-3", null],
  ["+3", null],
  ["1 5", null],
  ["٣", null],
  ["５", null],
  ["0x10", null],
] as const)("reads %j as %j (specification 5)", (typed, quantity) => {
  expect(readQuantity(typed)).toBe(quantity);
});

it.each([
  ["ArrowUp", 1, 2],
  ["ArrowUp", 50, 50],
  ["ArrowUp", null, 1],
  ["ArrowDown", 2, 1],
  ["ArrowDown", 1, 1],
  ["PageUp", 1, 6],
  ["PageUp", 48, 50],
  ["PageDown", 3, 1],
  ["a", 3, null],
] as const)("%s at %j goes to %j", (key, from, to) => {
  expect(quantityAfterKey(key, from)).toBe(to);
});
