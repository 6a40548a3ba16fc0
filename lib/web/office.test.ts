import { expect, it } from "vitest";
import { askedOf, namedIn } from "./office";

it("a name or an id in an address has signs that people type, or there is no such page", () => {
  expect(namedIn("e%20mma%40example.org")).toBe("e mma@example.org");
  for (const part of ["%00", "a%00b", "%20", "%E2%80%AE", "x".repeat(256)])
    expect(() => namedIn(part), part).toThrow("NEXT_HTTP_ERROR_FALLBACK;404");
});

it("a value of a query that nobody types is none", () => {
  expect(askedOf({ q: "emma" }, "q")).toBe("emma");
  for (const q of ["", "\u0000", "a\u0000b", ["emma", "daan"], undefined])
    expect(askedOf({ q }, "q")).toBeNull();
});
