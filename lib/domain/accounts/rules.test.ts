import { describe, expect, it } from "vitest";
import { DAY } from "@/lib/ground/durations";
import { addressOf, linkExpiry, linkState, lostAddress, payoutsHeldFrom } from "./rules";

const AT = new Date("2026-11-22T10:00:00Z");
const later = (milliseconds: number) => new Date(AT.getTime() + milliseconds);

describe("a link", () => {
  const link = { address: "Noor@example.org", expiresAt: later(1), usedAt: null };

  it("lives as long as its purpose says", () => {
    expect(linkExpiry("confirm_email", AT)).toEqual(later(DAY));
    expect(linkExpiry("reset_password", AT)).toEqual(later(DAY / 48));
    expect(linkExpiry("change_email", AT)).toEqual(later(DAY));
    expect(linkExpiry("undo_email", AT)).toEqual(later(7 * DAY));
  });

  it.each(["confirm_email", "reset_password"] as const)(
    "%s is about the account's own address",
    (purpose) => {
      expect(linkState({ ...link, purpose }, "noor@example.org", AT)).toBe("open");
      expect(linkState({ ...link, purpose }, "other@example.org", AT)).toBe("outdated");
      expect(linkState({ ...link, purpose }, null, AT)).toBe("outdated");
    },
  );

  it.each(["change_email", "undo_email"] as const)("%s is about another one", (purpose) => {
    expect(linkState({ ...link, purpose }, "other@example.org", AT)).toBe("open");
    expect(linkState({ ...link, purpose }, null, AT)).toBe("outdated");
  });

  it("was used, whatever happened since; or its time is over", () => {
    const purpose = "reset_password";
    expect(linkState({ ...link, purpose, usedAt: AT, expiresAt: AT }, null, AT)).toBe("used");
    expect(linkState({ ...link, purpose, expiresAt: AT }, "noor@example.org", AT)).toBe("expired");
  });
});

it("payouts are held for 7 days, and never shorter than before", () => {
  expect(payoutsHeldFrom(AT, null)).toEqual(later(7 * DAY));
  expect(payoutsHeldFrom(AT, later(DAY))).toEqual(later(7 * DAY));
  expect(payoutsHeldFrom(AT, later(9 * DAY))).toEqual(later(9 * DAY));
});

it("a placeholder is no address", () => {
  expect(addressOf(lostAddress("0197"))).toBeNull();
  expect(addressOf("noor@example.org")).toBe("noor@example.org");
});
