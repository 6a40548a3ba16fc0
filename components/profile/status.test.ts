import { describe, expect, it } from "vitest";
import { statusOf } from "./status";

describe("the status of one's own request", () => {
  it("is Completed whether or not it is still active (D19)", () => {
    expect(statusOf({ isActive: true, isCompleted: true })).toBe("completed");
    expect(statusOf({ isActive: false, isCompleted: true })).toBe("completed");
  });

  it("is Active or Inactive before", () => {
    expect(statusOf({ isActive: true, isCompleted: false })).toBe("active");
    expect(statusOf({ isActive: false, isCompleted: false })).toBe("inactive");
  });
});
