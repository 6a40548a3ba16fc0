import { expect, it } from "vitest";
import { BOOST_TYPES } from "@/lib/ground/vocabulary";
import { BOOST_PACK, BOOST_PRICE, boostTotal, packNamed } from "./rules";

it.each([
  ["normal", 1, 199],
  ["normal", 4, 796],
  ["normal", 5, 899],
  ["normal", 6, 1194],
  ["normal", 10, 1990],
  ["premium", 1, 299],
  ["premium", 5, 1299],
  ["premium", 50, 14_950],
] as const)("%s boosts, %i of them, cost %i cents (D9)", (type, quantity, cents) => {
  expect(boostTotal(type, quantity)).toBe(cents);
});

it("saves 0.96 and 1.96 on a pack, which is what a screen may claim", () => {
  const saved = BOOST_TYPES.map((type) => BOOST_PRICE[type] * BOOST_PACK.quantity - BOOST_PACK.price[type]);
  expect(saved).toEqual([96, 196]);
});

it.each([
  ["5 normal boosts", 899, "normal"],
  ["Normal Boost Pack (5)", 899, "normal"],
  ["5x Premium Boosts for 12.99", 1299, "premium"],
  ["5 normale boosts", 899, "normal"],
  ["5 boosts normaux", 899, "normal"],
  ["premium boosts", 1299, "premium"],
  ["5 normal boosts", 1299, null],
  ["5 premium boosts", 899, null],
  ["5 normal or premium boosts", 899, null],
  ["50 normal boosts", 899, null],
  ["4 normal boosts", 796, null],
  ["1 normal boost", 199, null],
  ["Gold subscription", 499, null],
  ["normal things", 899, null],
  ["", 899, null],
] as const)("the description %j with %i cents names %s", (description, cents, type) => {
  expect(packNamed(cents, description)).toBe(type);
});
