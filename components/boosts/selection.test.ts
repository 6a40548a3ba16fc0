import { expect, it } from "vitest";
import { boostSelectionHref, readBoostSelection } from "./selection";

it.each([
  ["boost=normal", { boostType: "normal", quantity: 1 }],
  ["boost=premium&quantity=5", { boostType: "premium", quantity: 5 }],
  ["boost=premium&quantity=900", { boostType: "premium", quantity: 50 }],
  ["boost=normal&quantity=-", { boostType: "normal", quantity: 1 }],
  ["boost=free", null],
  ["", null],
])("reads %j", (search, selection) => {
  expect(readBoostSelection(new URLSearchParams(search))).toEqual(selection);
});

it("writes what it reads", () => {
  const selection = { boostType: "premium", quantity: 5 } as const;
  const href = boostSelectionHref("/profile", selection);
  expect(href).toBe("/profile?boost=premium&quantity=5");
  expect(readBoostSelection(new URL(href, "http://localhost").searchParams)).toEqual(selection);
  expect(boostSelectionHref("/profile", { boostType: "normal", quantity: 1 })).toBe("/profile?boost=normal");
});
