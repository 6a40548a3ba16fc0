import { expect, it } from "vitest";
import fc from "../../../tests/support/fast-check";
import { differenceHash, HASHED } from "./difference-hash";

const LENGTH = HASHED.width * HASHED.height;
const brightness = fc.uint8Array({ minLength: LENGTH, maxLength: LENGTH });

it("compares each place with its right neighbour, row by row", () => {
  const rows = Array.from({ length: LENGTH }, (_, place) => (place % 2 === 0 ? 10 : 200));
  const hash = differenceHash(Uint8Array.from(rows));
  expect(BigInt.asUintN(64, hash ?? 0n).toString(16)).toBe("aa55aa55aa55aa55");
});

it("is the same for a darker and for a paler copy", () => {
  const isSame = (picture: Uint8Array) =>
    differenceHash(picture) === differenceHash(picture.map((value) => value / 2 - ((value / 2) % 1) + 20)) ||
    // Halving makes some neighbours equal.
    picture.some((value, place) => Math.floor(value / 2) === Math.floor((picture[place + 1] ?? -1) / 2));
  fc.assert(fc.property(brightness, isSame));
});

it("is null for what has no detail: one colour, and one that only gets brighter or darker", () => {
  expect(differenceHash(new Uint8Array(LENGTH).fill(120))).toBeNull();
  expect(differenceHash(Uint8Array.from({ length: LENGTH }, (_, place) => (place % 9) * 20))).toBeNull();
  expect(
    differenceHash(Uint8Array.from({ length: LENGTH }, (_, place) => 200 - (place % 9) * 20)),
  ).toBeNull();
});

it("fits PostgreSQL's signed 64 bits", () => {
  const fits = (picture: Uint8Array) => {
    const hash = differenceHash(picture) ?? 0n;
    return hash === BigInt.asIntN(64, hash);
  };
  fc.assert(fc.property(brightness, fits));
});
