import { describe, expect, it } from "vitest";
import { isEmoji } from "@/lib/domain/accounts/rules";
import { AVATARS } from "./avatars";

describe("the avatars on offer", () => {
  it("are 32 different ones, each of which the server takes", () => {
    expect(new Set(AVATARS).size).toBe(32);
    expect(AVATARS.filter((avatar) => !isEmoji(avatar))).toEqual([]);
  });
});
