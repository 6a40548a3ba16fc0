import { expect, test } from "vitest";
import fc, { SEED } from "@/tests/support/fast-check";
import { isReservedName, isReservedUsername } from "./reserved-names";

test(`trust 24: no disguise makes a reserved name one's own (seed ${SEED})`, () => {
  const disguises: Record<string, string[]> = {
    a: ["4"],
    b: ["8"],
    e: ["3"],
    g: ["9"],
    i: ["1", "l", "I"],
    l: ["1", "I"],
    m: ["rn"],
    o: ["0"],
    s: ["5"],
    t: ["7"],
    w: ["vv"],
  };
  const letter = (plain: string) =>
    fc
      .tuple(
        fc.constantFrom(plain, plain.toUpperCase(), ...(disguises[plain] ?? [])),
        fc.constantFrom("", "", ".", "-", "_"),
      )
      .map((parts) => parts.join(""));
  const disguised = fc
    .constantFrom(
      "admin",
      "support",
      "official",
      "billing",
      "moderator",
      "webmaster",
      "steuntje",
      "anonymous",
      "help",
    )
    .chain((name) => fc.tuple(...[...name].map(letter)).map((letters) => letters.join("")));
  fc.assert(
    fc.property(disguised, (name) => {
      expect(isReservedUsername(name)).toBe(true);
    }),
    { seed: SEED, numRuns: 2_000 },
  );
});

test.each([
  "Steuntie",
  "steunt1e",
  "Steuuntje",
  "steuntjje",
  "stevntje",
  "steunjte",
  "steunje",
  "steuntjer",
  "Steuntie.help",
  "team-steuntie",
  "steuntie42",
  "5teunt1e",
])("trust 38: %s, which is nearly the product's name, is nobody's", (name) => {
  expect([isReservedUsername(name), isReservedName(name)]).toEqual([true, true]);
});

test.each(["teuntje", "Teuntje de Vries", "stuntje", "steentje", "steun", "steunbeer"])(
  "trust 38: %s is another word",
  (name) => {
    expect([isReservedUsername(name), isReservedName(name)]).toEqual([false, false]);
  },
);

test("trust 38: what this deployment is called counts as nearly too, unless it is short", () => {
  expect(isReservedName("Buurtpott", "Buurtpot")).toBe(true);
  expect(isReservedName("Burtpot", "Buurtpot")).toBe(true);
  expect(isReservedName("Lena", "Leno")).toBe(false);
});

test.each(["__proto__", "constructor", "toString", "HASOWNPROPERTY", "__defineGetter__", "prototype"])(
  "trust 24: %s, which every object has, is nobody's",
  (name) => {
    expect(isReservedUsername(name)).toBe(true);
  },
);

test.each(["emma.rsc", "emma.prefetch.rsc"])(
  "trust 24: %s, which would lead to another's page, is nobody's",
  (name) => {
    expect(isReservedUsername(name)).toBe(true);
  },
);

test.each(["mali", "ali", "emma", "daan", "bernard", "lena.m", "tim1", "supporter", "image", "milo"])(
  "trust 24: %s is nobody's but who takes it",
  (name) => {
    expect(isReservedUsername(name)).toBe(false);
  },
);

test.each([
  ["Steun\u3164tje", "a Hangul filler"],
  ["Steun\u115f\u1160tje", "two fillers of another kind"],
  ["Steun\u00adtje", "a soft hyphen"],
  ["ꜱᴛᴇᴜɴᴛᴊᴇ", "small capitals"],
  ["Sᴜpport", "a small capital"],
  ["Steuпtje", "a Cyrillic letter"],
  ["Օfficial", "an Armenian letter"],
])("trust 24: no display name is %s, with %s", (name) => {
  expect(isReservedName(name)).toBe(true);
});
