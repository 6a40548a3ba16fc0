import { describe, expect, it } from "vitest";
import { listedBands, telling } from "./rules";

describe("bands around a town", () => {
  const rings = (...open: [number, number, number]) => [
    { band: 5 as const, placeIds: [1], open: open[0] },
    { band: 15 as const, placeIds: [2, 3], open: open[1] },
    { band: 40 as const, placeIds: [4], open: open[2] },
  ];

  it.each([
    [
      [5, 5, 5],
      [
        [5, [1]],
        [15, [2, 3]],
        [40, [4]],
      ],
    ],
    [
      [4, 1, 5],
      [
        [15, [1, 2, 3]],
        [40, [4]],
      ],
    ],
    [[4, 0, 1], [[40, [1, 2, 3, 4]]]],
    [[5, 4, 0], [[5, [1]]]],
    [[2, 1, 1], []],
    [[0, 0, 0], []],
  ] as [[number, number, number], unknown[]][])("with %j open requests are %j", (open, listed) => {
    expect(listedBands(rings(...open)).map(({ band, placeIds }) => [band, placeIds])).toEqual(listed);
  });
});

it("a search compares the five longest words", () => {
  expect(telling(["a", "bb", "cccc", "ddddd", "eee", "ffffff"])).toEqual([
    "ffffff",
    "ddddd",
    "cccc",
    "eee",
    "bb",
  ]);
});
