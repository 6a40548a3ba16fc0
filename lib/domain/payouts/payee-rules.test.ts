import { describe, expect, it } from "vitest";
import { DAY, MINUTE } from "@/lib/ground/durations";
import { homeCountry, nextPayeeCheck } from "./rules";

const AT = new Date("2026-11-22T12:00:00Z");
const before = (ms: number) => new Date(AT.getTime() - ms);

describe("when the provider is asked about an account again", () => {
  const inMinutes = (age: number, isReady = false) =>
    (nextPayeeCheck({ createdAt: before(age), isReady }, AT).getTime() - AT.getTime()) / MINUTE;

  it("is a quarter of its age, between 15 minutes and a day, until it can be paid", () => {
    expect(inMinutes(0)).toBe(15);
    expect(inMinutes(4 * 60 * MINUTE)).toBe(60);
    expect(inMinutes(300 * DAY)).toBe(24 * 60);
  });

  it("is a day later once it can be paid", () => {
    expect(inMinutes(0, true)).toBe(24 * 60);
  });
});

describe("the deployment's own country", () => {
  it.each([
    ["Europe/Amsterdam", "NL"],
    ["Europe/Berlin", "DE"],
    ["Europe/Brussels", "BE"],
    ["Atlantic/Canary", "ES"],
    ["America/New_York", "NL"],
  ])("of %s is %s", (timeZone, country) => {
    expect(homeCountry(timeZone)).toBe(country);
  });
});
