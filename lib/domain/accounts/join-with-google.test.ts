import { randomInt } from "node:crypto";
import { expect, test, vi } from "vitest";
import fc from "@/tests/support/fast-check";
import { usernameFrom } from "./join-with-google";
import { isReservedUsername } from "./reserved-names";
import { usernameSchema } from "./schema";

vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof import("node:crypto")>();
  return { ...crypto, randomInt: vi.fn(crypto.randomInt) };
});

test.each([
  ["Zoë van Dijk", "zoe.van.dijk"],
  ["Jean-Luc", "jean-luc"],
  ["Maria del Carmen García Fernández", "maria.del.carmen.gar"],
])("%s becomes %s", (name, username) => {
  expect(usernameFrom(name, 0)).toBe(username);
});

test.each(["李小龙", "Admin", "", "Al", "!!!", "Steuntje"])("%j gets a name with digits", (name) => {
  expect(usernameFrom(name, 0)).toMatch(/^[a-z]+\d{3}$/);
});

test("from any name, at any attempt, one that may be taken", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 90 }), fc.nat(6), (name, attempt) => {
      const username = usernameFrom(name, attempt);
      expect(usernameSchema.parse(username)).toBe(username);
      expect(isReservedUsername(username)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["R", 0],
  ["Equip", 1],
  ["Servic", 1],
])("%s gets digits that make no reserved name of it, whichever come", (name, attempt) => {
  for (let n = 0; n < 1_000; n += 1) {
    for (const digit of String(n)
      .padStart(3, "0")
      .padEnd(3 + attempt, "0"))
      vi.mocked(randomInt).mockImplementationOnce(() => Number(digit));
    expect(isReservedUsername(usernameFrom(name, attempt))).toBe(false);
  }
});
