import { expect, it } from "vitest";
import { askedHref, readAsked } from "./selection";

it.each([
  ["boost=normal", { boostType: "normal", quantity: 1 }],
  ["boost=premium&quantity=5", { boostType: "premium", quantity: 5 }],
  ["boost=premium&quantity=900", { boostType: "premium", quantity: 50 }],
  ["boost=normal&quantity=-", { boostType: "normal", quantity: 1 }],
  ["boost=free", null],
  ["", null],
])("reads %j", (search, asked) => {
  expect(readAsked(new URLSearchParams(search))).toEqual(asked);
});

it("writes what it reads", () => {
  const asked = { boostType: "premium", quantity: 5 } as const;
  const href = askedHref("/profile", asked);
  expect(href).toBe("/profile?boost=premium&quantity=5");
  expect(readAsked(new URL(href, "http://localhost").searchParams)).toEqual(asked);
  expect(askedHref("/profile", { boostType: "normal", quantity: 1 })).toBe("/profile?boost=normal");
});
