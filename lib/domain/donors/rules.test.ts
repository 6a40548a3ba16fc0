import { describe, expect, it } from "vitest";
import { isShownAsDonor } from "./rules";

const OPEN = { username: "mei", anonymousProfile: false, hideGivenAmount: false, isErased: false };

describe("who is shown among those who gave", () => {
  it("is a person who hides nothing", () => {
    expect(isShownAsDonor(OPEN)).toBe(true);
  });

  it.each([{ anonymousProfile: true }, { hideGivenAmount: true }, { isErased: true }])(
    "is nobody with %o (D36, D37)",
    (settings) => {
      expect(isShownAsDonor({ ...OPEN, ...settings })).toBe(false);
    },
  );
});
