import { expect, it } from "vitest";
import { type Ending, isFollowed, stateOf } from "./ending";

const ending = (state: "completed" | "processing" | "open" | "failed", cancelled: boolean): Ending => ({
  id: "1",
  cancelled,
  bought: "purchase",
  outcome: { state, boostType: "normal", quantity: 5, totalAmount: 899, approvalUrl: null },
});

it("believes the provider, not the address", () => {
  expect(stateOf(ending("completed", true))).toBe("completed");
  expect(stateOf(ending("processing", true))).toBe("processing");
  expect(stateOf(ending("failed", true))).toBe("failed");
});

it("tells stopping on purpose from not having finished", () => {
  expect(stateOf(ending("open", true))).toBe("cancelled");
  expect(stateOf(ending("open", false))).toBe("open");
});

it("asks again only where more may be known later", () => {
  const unavailable: Ending = {
    id: "1",
    cancelled: false,
    bought: "subscription",
    outcome: { state: "unavailable" },
  };
  expect([ending("processing", false), unavailable].map(isFollowed)).toEqual([true, true]);
  expect([ending("completed", false), ending("open", true), ending("failed", false)].map(isFollowed)).toEqual(
    [false, false, false],
  );
});
