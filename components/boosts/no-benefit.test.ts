import { expect, it } from "vitest";
import { boostBenefits } from "./no-benefit";

it.each([
  ["normal", "none", true],
  ["premium", "none", true],
  ["normal", "gold", false],
  ["premium", "gold", true],
  ["normal", "diamond", false],
  ["premium", "diamond", false],
] as const)("a %s boost for tier %s lifts: %s (D20)", (boostType, tier, lifts) => {
  expect(boostBenefits(boostType, tier)).toBe(lifts);
});
