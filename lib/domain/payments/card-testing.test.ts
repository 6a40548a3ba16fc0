import { describe, expect, it } from "vitest";
import { MINUTE } from "@/lib/ground/durations";
import { ADDRESS_LIMITS, PERSON_LIMITS, waitAfter } from "./card-testing";

const at = new Date("2026-03-10T12:00:00Z");
const wait = (count: number, patience: typeof PERSON_LIMITS, ago = 0) =>
  waitAfter({ count, lastAt: new Date(at.getTime() - ago) }, patience, at) / MINUTE;

describe("waiting after declined cards", () => {
  it.each([
    [0, 0],
    [4, 0],
    [5, 5],
    [6, 10],
    [9, 80],
    [13, 1_280],
    [14, 1_440],
    [400, 1_440],
  ])("%i of one person: %i minutes", (count, minutes) => {
    expect(wait(count, PERSON_LIMITS)).toBe(minutes);
  });

  it.each([
    [49, 0],
    [50, 5],
    [59, 5],
    [60, 10],
    [200, 1_440],
  ])("%i at one address: %i minutes", (count, minutes) => {
    expect(wait(count, ADDRESS_LIMITS)).toBe(minutes);
  });

  it("is counted from the last decline", () => {
    expect(wait(6, PERSON_LIMITS, 4 * MINUTE)).toBe(6);
    expect(wait(6, PERSON_LIMITS, 10 * MINUTE)).toBe(0);
    expect(waitAfter({ count: 6, lastAt: null }, PERSON_LIMITS, at)).toBe(0);
  });
});
