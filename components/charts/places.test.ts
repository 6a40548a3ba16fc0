import { expect, it } from "vitest";
import { linesOf } from "./places";

it("draws the best place on top, and ends a line where a month has none", () => {
  const { lines, best, worst } = linesOf([8, 2, null, 4, "beyond", null]);
  expect(lines.map((line) => line.map(({ month }) => month))).toEqual([
    [0, 1],
    [3, 4],
  ]);
  expect([best, worst]).toEqual([2, "beyond"]);
  expect(lines[0]?.[1]?.y).toBe(12);
  expect(lines[1]?.[1]?.y).toBe(88);
});

it("gives each doubling the same height", () => {
  const [line] = linesOf([1, 2, 4]).lines;
  expect(line?.map(({ y }) => Math.round(y))).toEqual([12, 50, 88]);
});

it("draws a single place on top, and nothing without one", () => {
  expect(linesOf([null, 7]).lines).toEqual([[{ month: 1, y: 12 }]]);
  expect(linesOf([null, null])).toEqual({ lines: [], best: null, worst: null });
});
