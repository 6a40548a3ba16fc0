import { describe, expect, it } from "vitest";
import fc from "@/tests/support/fast-check";
import {
  breakdown,
  donationOfTotal,
  largestDonation,
  MAX_DONATION,
  MIN_CHARGE,
  MIN_DONATION,
  serviceFee,
} from "./fee";

describe("serviceFee", () => {
  it.each([
    [1, 0],
    [24, 0],
    [25, 1],
    [74, 1],
    [75, 2],
    [2500, 50],
    [1_000_000, 20_000],
  ])("of %i cents is %i cents, half up", (donation, fee) => {
    expect(serviceFee(donation)).toBe(fee);
  });

  it("of no donation comes to this total", () => expect(donationOfTotal(25)).toBeNull());

  it("is within half a cent of 2 % and never makes a smaller donation cost more", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_DONATION }), (donation) => {
        expect(Math.abs(serviceFee(donation) * 100 - donation * 2)).toBeLessThanOrEqual(50);
        expect(donationOfTotal(breakdown(donation).totalAmount)).toBe(donation);
        expect(breakdown(donation + 1).totalAmount).toBeGreaterThan(breakdown(donation).totalAmount);
      }),
    );
  });
});

describe("the smallest and largest donation", () => {
  it("is the first whose total the provider takes", () => {
    expect(breakdown(MIN_DONATION).totalAmount).toBe(MIN_CHARGE);
    expect(breakdown(MIN_DONATION - 1).totalAmount).toBeLessThan(MIN_CHARGE);
  });

  it("lets the last cents of a goal be paid", () => {
    expect(largestDonation(1)).toBe(MIN_DONATION);
    expect(largestDonation(MIN_DONATION)).toBe(MIN_DONATION);
    expect(largestDonation(5000)).toBe(5000);
    expect(largestDonation(0)).toBe(0);
    expect(largestDonation(null)).toBe(MAX_DONATION);
  });
});
