import { describe, expect, it } from "vitest";
import { type Gift, MOST_READ, stepsOf } from "./story-rules";

const day = (n: number) => new Date(Date.UTC(2026, 0, n, 10, 59, 59, 999));
const hour = (n: number) => new Date(Date.UTC(2026, 0, n, 10)).toISOString();
const request: Parameters<typeof stepsOf>[0] = { goal: 100, createdAt: day(1), completedAt: null };
const gift = (left: number, creditedAt: Date | null, more: Partial<Gift> = {}): Gift => ({
  left,
  creditedAt,
  isCompleted: true,
  thankedAt: null,
  ...more,
});
const told = (gifts: Gift[], of = request) => stepsOf(of, gifts).map(({ kind, at }) => [kind, at]);

describe("the steps of a request", () => {
  it("begin with asking, to the hour", () => {
    expect(told([])).toEqual([["asked", hour(1)]]);
  });

  it("have one gift as the first, and several also as the latest", () => {
    expect(told([gift(10, day(3))])).toEqual([
      ["asked", hour(1)],
      ["first_gift", hour(3)],
    ]);
    expect(told([gift(10, day(5)), gift(10, day(3)), gift(10, day(4))])).toEqual([
      ["asked", hour(1)],
      ["first_gift", hour(3)],
      ["latest_gift", hour(5)],
    ]);
  });

  it("tell when half and all of it was there, in whatever order the gifts are read", () => {
    const gifts = [gift(60, day(7)), gift(49, day(2)), gift(1, day(4)), gift(30, day(9))];
    expect(told(gifts)).toEqual([
      ["asked", hour(1)],
      ["first_gift", hour(2)],
      ["halfway", hour(4)],
      ["goal", hour(7)],
      ["latest_gift", hour(9)],
    ]);
  });

  it("count only what is left, so that a gift that went back leaves nothing behind", () => {
    const back = { isCompleted: false };
    expect(told([gift(100, day(2), { ...back, thankedAt: day(3) }), gift(5, null, back)])).toEqual([
      ["asked", hour(1)],
    ]);
    expect(told([gift(49, day(2)), gift(0, day(3)), gift(30, null)])).toEqual([
      ["asked", hour(1)],
      ["first_gift", hour(2)],
    ]);
  });

  it("tell the first thanks", () => {
    const gifts = [gift(10, day(2), { thankedAt: day(6) }), gift(10, day(3), { thankedAt: day(5) })];
    expect(told(gifts)).toContainEqual(["thanks", hour(5)]);
  });

  it("are only the request's own times where not every donation was read", () => {
    const gifts = Array.from({ length: MOST_READ + 1 }, () => gift(10, day(3)));
    expect(told(gifts)).toEqual([["asked", hour(1)]]);
    expect(told(gifts, { ...request, completedAt: day(4) })).toEqual([
      ["asked", hour(1)],
      ["goal", hour(4)],
    ]);
    expect(told(gifts.slice(1))).toContainEqual(["first_gift", hour(3)]);
  });
});
