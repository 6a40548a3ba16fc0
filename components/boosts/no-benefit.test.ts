import { expect, it } from "vitest";
import { gains } from "./gain";

it.each([
  ["normal", "none", true],
  ["premium", "none", true],
  ["normal", "gold", false],
  ["premium", "gold", true],
  ["normal", "diamond", false],
  ["premium", "diamond", false],
] as const)("a %s boost for tier %s lifts: %s (D20)", (boostType, tier, lifts) => {
  expect(gains(boostType, tier)).toBe(lifts);
});
