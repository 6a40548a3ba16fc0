import { expect, test } from "vitest";
import fc from "@/tests/support/fast-check";
import { usernameFrom } from "./join-with-google";
import { isReservedUsername } from "./reserved-names";
import { usernameSchema } from "./schema";

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
