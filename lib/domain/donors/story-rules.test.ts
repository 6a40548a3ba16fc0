import { describe, expect, it } from "vitest";
import { MOST_READ, type StoryDonation, stepsOf } from "./story-rules";

const day = (n: number) => new Date(Date.UTC(2026, 0, n, 10, 59, 59, 999));
const hour = (n: number) => new Date(Date.UTC(2026, 0, n, 10)).toISOString();
const request: Parameters<typeof stepsOf>[0] = {
  goal: 100,
  createdAt: day(1),
  completedAt: null,
  thankedAllAt: null,
  paidOutAt: null,
  deliveredAt: null,
};
const donation = (
  left: number,
  creditedAt: Date | null,
  more: Partial<StoryDonation> = {},
): StoryDonation => ({
  left,
  creditedAt,
  isCompleted: true,
  thankedAt: null,
  ...more,
});
const told = (donations: StoryDonation[], of = request) =>
  stepsOf(of, donations).map(({ kind, at }) => [kind, at]);

describe("the steps of a request", () => {
  it("begin with asking, to the hour", () => {
    expect(told([])).toEqual([["asked", hour(1)]]);
  });

  it("have one donation as the first, and several also as the latest", () => {
    expect(told([donation(10, day(3))])).toEqual([
      ["asked", hour(1)],
      ["first_gift", hour(3)],
    ]);
    expect(told([donation(10, day(5)), donation(10, day(3)), donation(10, day(4))])).toEqual([
      ["asked", hour(1)],
      ["first_gift", hour(3)],
      ["latest_gift", hour(5)],
    ]);
  });

  it("tell when half and all of it was there, in whatever order the donations are read", () => {
    const donations = [donation(60, day(7)), donation(49, day(2)), donation(1, day(4)), donation(30, day(9))];
    expect(told(donations)).toEqual([
      ["asked", hour(1)],
      ["first_gift", hour(2)],
      ["halfway", hour(4)],
      ["goal", hour(7)],
      ["latest_gift", hour(9)],
    ]);
  });

  it("count only what is left, so that a donation that went back leaves nothing behind", () => {
    const back = { isCompleted: false };
    expect(told([donation(100, day(2), { ...back, thankedAt: day(3) }), donation(5, null, back)])).toEqual([
      ["asked", hour(1)],
    ]);
    expect(told([donation(49, day(2)), donation(0, day(3)), donation(30, null)])).toEqual([
      ["asked", hour(1)],
      ["first_gift", hour(2)],
    ]);
  });

  it("tell the first thanks", () => {
    const donations = [
      donation(10, day(2), { thankedAt: day(6) }),
      donation(10, day(3), { thankedAt: day(5) }),
    ];
    expect(told(donations)).toContainEqual(["thanks", hour(5)]);
  });

  it("are only the request's own times where not every donation was read", () => {
    const donations = Array.from({ length: MOST_READ + 1 }, () => donation(10, day(3)));
    expect(told(donations)).toEqual([["asked", hour(1)]]);
    expect(told(donations, { ...request, completedAt: day(4) })).toEqual([
      ["asked", hour(1)],
      ["goal", hour(4)],
    ]);
    expect(told(donations.slice(1))).toContainEqual(["first_gift", hour(3)]);
  });
});
