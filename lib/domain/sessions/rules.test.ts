import { expect, it } from "vitest";
import { DAY, MINUTE } from "@/lib/ground/durations";
import { hourOf, isFresh, isFromToday } from "./rules";

const at = new Date("2026-03-10T12:34:56Z");
const before = (ms: number) => new Date(at.getTime() - ms);

it("trust 60: a proof is fresh for ten minutes, and of today for 24 hours", () => {
  expect([isFresh(before(10 * MINUTE), at), isFresh(before(10 * MINUTE + 1), at), isFresh(null, at)]).toEqual(
    [true, false, false],
  );
  expect([isFromToday(before(DAY), at), isFromToday(before(DAY + 1), at), isFromToday(null, at)]).toEqual([
    true,
    false,
    false,
  ]);
});

it("tells the hour that a time is in", () => {
  expect(hourOf(at)).toEqual(new Date("2026-03-10T12:00:00Z"));
  expect(hourOf(hourOf(at))).toEqual(hourOf(at));
});
