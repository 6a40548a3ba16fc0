import { describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "@/lib/ground/durations";
import fc from "../../../tests/support/fast-check";
import { marksOf, similarityOf } from "./like-texts";
import {
  flagsOfMaking,
  flagsOfMoney,
  HELD_AT,
  isHeldBy,
  type MadeFacts,
  type MoneyFacts,
  REVIEW_RULES,
} from "./review-rules";

const at = new Date("2026-11-25T12:00:00Z");
const ago = (ms: number) => new Date(at.getTime() - ms);
const made: MadeFacts = {
  ownerId: "owner",
  ownerSince: ago(100 * DAY),
  createdAt: at,
  goal: 100_00,
  item: "A winter coat for my daughter",
  description: "She has grown so fast this year that last winter's coat hardly covers her arms any more.",
  texts: [],
  photos: [],
};
const money: MoneyFacts = { sharesBankWith: [], sharesBrowserWith: [], donations: [], reports: [] };
const madeOf = (facts: Partial<MadeFacts>) => flagsOfMaking({ ...made, ...facts }).map(({ rule }) => rule);
const moneyOf = (facts: Partial<MoneyFacts>) => flagsOfMoney({ ...money, ...facts }).map(({ rule }) => rule);
const other = {
  requestId: "other",
  ownerId: "another",
  createdAt: ago(DAY),
  item: made.item,
  description: made.description,
};

it("has the points of safety.md", () => {
  const points = Object.fromEntries(Object.entries(REVIEW_RULES).map(([rule, { points: of }]) => [rule, of]));
  expect(points).toEqual({
    young_account: 4,
    like_text: 6,
    like_photo: 6,
    contact_details: 6,
    shared_bank: 10,
    shared_browser: 8,
    small_donations: 6,
    reports: 10,
  });
  expect([madeOf({}), moneyOf({})]).toEqual([[], []]);
});

it("young_account: below 7 days and above 250.00, both", () => {
  const age = fc.integer({ min: 0, max: 14 * DAY });
  const fires = (ms: number, goal: number) =>
    madeOf({ ownerSince: ago(ms), goal }).includes("young_account") === (ms < 7 * DAY && goal > 250_00);
  fc.assert(fc.property(age, fc.integer({ min: 1, max: 10_000_00 }), fires));
  expect(madeOf({ ownerSince: ago(7 * DAY), goal: 250_01 })).toEqual([]);
  expect(madeOf({ ownerSince: ago(7 * DAY - 1), goal: 250_01 })).toEqual(["young_account"]);
  expect(madeOf({ ownerSince: ago(0), goal: 250_00 })).toEqual([]);
});

describe("like_text", () => {
  it("of another person, earlier, within 90 days, item and description together", () => {
    expect(madeOf({ texts: [other] })).toEqual(["like_text"]);
    expect(madeOf({ texts: [{ ...other, ownerId: "owner" }] })).toEqual([]);
    expect(madeOf({ texts: [{ ...other, createdAt: at }] })).toEqual([]);
    expect(madeOf({ texts: [{ ...other, createdAt: ago(90 * DAY) }] })).toEqual(["like_text"]);
    expect(madeOf({ texts: [{ ...other, createdAt: ago(90 * DAY + 1) }] })).toEqual([]);
    expect(
      madeOf({ texts: [{ ...other, description: "Something else entirely, about a bicycle." }] }),
    ).toEqual([]);
    // The item alone is not enough, and another item does not hide the same description.
    expect(madeOf({ texts: [{ ...other, item: "A bike" }] })).toEqual(["like_text"]);
  });

  const words = fc.array(fc.stringMatching(/^[a-zäéñß]{2,11}$/), { minLength: 1, maxLength: 60 });

  it("measures likeness from 0 to 1, the same both ways, 1 for the same words in any order and case", () => {
    const holds = (a: string[], b: string[]) => {
      const [first, second] = [a.join(" "), b.join(" ")];
      const likeness = similarityOf(first, second);
      return (
        likeness >= 0 &&
        likeness <= 1 &&
        likeness === similarityOf(second, first) &&
        similarityOf(first, [...a].reverse().join(", ").toUpperCase()) >= (first.includes("ß") ? 0 : 1)
      );
    };
    fc.assert(fc.property(words, words, holds));
  });

  it("finds nearly all texts that are at least 0.6 alike by a common mark", () => {
    const long = fc.array(fc.stringMatching(/^[a-z]{2,11}$/), { minLength: 12, maxLength: 60 });
    const change = fc.array(fc.tuple(fc.nat(), fc.stringMatching(/^[a-z]{2,11}$/)), {
      minLength: 1,
      maxLength: 12,
    });
    const [alike, found] = [{ count: 0 }, { count: 0 }];
    fc.assert(
      fc.property(long, change, (text, changes) => {
        const copy = [...text];
        for (const [place, word] of changes) copy[place % copy.length] = word;
        if (similarityOf(text.join(" "), copy.join(" ")) < 0.6) return;
        alike.count += 1;
        const marks = new Set(marksOf(text.join(" ")));
        if (marksOf(copy.join(" ")).some((mark) => marks.has(mark))) found.count += 1;
      }),
      { numRuns: 2000 },
    );
    expect(alike.count).toBeGreaterThan(500);
    expect(found.count / alike.count).toBeGreaterThan(0.99);
  });
});

it("like_photo: of another person, earlier, at most 6 of 64 bits", () => {
  const photo = { requestId: "other", ownerId: "another", createdAt: ago(DAY) };
  const fires = (bits: number) =>
    madeOf({ photos: [{ ...photo, bits }] }).includes("like_photo") === bits <= 6;
  fc.assert(fc.property(fc.integer({ min: 0, max: 64 }), fires));
  expect(madeOf({ photos: [{ ...photo, bits: 0, ownerId: "owner" }] })).toEqual([]);
  expect(madeOf({ photos: [{ ...photo, bits: 0, createdAt: at }] })).toEqual([]);
});

it("contact_details: in the item or in the description", () => {
  expect(madeOf({ item: "Bike, call 06-12345678" })).toEqual(["contact_details"]);
  expect(madeOf({ description: "Write to emma@example.org" })).toEqual(["contact_details"]);
});

it("shared_bank and shared_browser: one other person is enough", () => {
  expect(moneyOf({ sharesBankWith: ["another"] })).toEqual(["shared_bank"]);
  expect(moneyOf({ sharesBrowserWith: ["donor"] })).toEqual(["shared_browser"]);
});

it("small_donations: five below 5.00 within an hour, of accounts younger than a day", () => {
  const donation = fc.record({
    amount: fc.integer({ min: 1, max: 8_00 }),
    settledAt: fc.integer({ min: 0, max: 4 * HOUR }).map(ago),
    age: fc.integer({ min: 0, max: 2 * DAY }),
  });
  const fires = (all: { amount: number; settledAt: Date; age: number }[]) => {
    const donations = all.map((each) => ({
      ...each,
      donorSince: new Date(each.settledAt.getTime() - each.age),
    }));
    const counted = all
      .filter(({ amount, age }) => amount < 5_00 && age < DAY)
      .map(({ settledAt }) => Number(settledAt));
    const isBurst = counted.some(
      (from) => counted.filter((time) => time >= from && time <= from + HOUR).length >= 5,
    );
    return moneyOf({ donations }).includes("small_donations") === isBurst;
  };
  fc.assert(fc.property(fc.array(donation, { maxLength: 25 }), fires));
  const five = Array.from({ length: 5 }, (_, n) => ({
    amount: 4_99,
    settledAt: ago(n * 15 * MINUTE),
    donorSince: ago(12 * HOUR),
  }));
  expect(moneyOf({ donations: five })).toEqual(["small_donations"]);
  expect(moneyOf({ donations: five.slice(1) })).toEqual([]);
});

it("reports: two people and two browsers", () => {
  const report = fc.record({
    by: fc.constantFrom("a", "b", "c"),
    browser: fc.constantFrom("x", "y", null),
  });
  const fires = (reports: { by: string; browser: string | null }[]) => {
    const pairs = reports.flatMap((one) => reports.map((two) => [one, two] as const));
    const isIndependent = pairs.some(
      ([one, two]) =>
        one.by !== two.by && one.browser !== two.browser && one.browser !== null && two.browser !== null,
    );
    return moneyOf({ reports }).includes("reports") === isIndependent;
  };
  fc.assert(fc.property(fc.array(report, { maxLength: 6 }), fires));
});

it("holds at ten points, of any rules", () => {
  const points = fc.array(
    fc.integer({ min: 1, max: 10 }).map((of) => ({ points: of })),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(
      points,
      (flags) => isHeldBy(flags) === flags.reduce((sum, { points: of }) => sum + of, 0) >= HELD_AT,
    ),
  );
});
