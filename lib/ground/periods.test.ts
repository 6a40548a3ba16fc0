import { afterEach, describe, expect, test, vi } from "vitest";
import fc from "@/tests/support/fast-check";
import { addDays, hourOf, isoWeek, lastMonths, nextStart, periodStarts, previousStarts } from "./periods";

const AMSTERDAM = "Europe/Amsterdam";

const EDGES = [
  ["the last moment of a summer day", "2026-07-31T21:59:59.999Z", "2026-07-01", "2026-07-27", "2026-07-31"],
  ["the first moment of the next", "2026-07-31T22:00:00.000Z", "2026-08-01", "2026-07-27", "2026-08-01"],
  ["the last moment of a week", "2026-11-22T22:59:59.999Z", "2026-11-01", "2026-11-16", "2026-11-22"],
  ["the first moment of the next", "2026-11-22T23:00:00.000Z", "2026-11-01", "2026-11-23", "2026-11-23"],
  ["the night that clocks go forward", "2026-03-29T01:30:00.000Z", "2026-03-01", "2026-03-23", "2026-03-29"],
  ["the day before it ends", "2026-03-29T21:59:59.999Z", "2026-03-01", "2026-03-23", "2026-03-29"],
  ["the Monday after it", "2026-03-29T22:00:00.000Z", "2026-03-01", "2026-03-30", "2026-03-30"],
  ["the first 02:30 as clocks go back", "2026-10-25T00:30:00.000Z", "2026-10-01", "2026-10-19", "2026-10-25"],
  ["the second 02:30", "2026-10-25T01:30:00.000Z", "2026-10-01", "2026-10-19", "2026-10-25"],
  ["the end of that 25-hour day", "2026-10-25T22:59:59.999Z", "2026-10-01", "2026-10-19", "2026-10-25"],
  ["its next moment", "2026-10-25T23:00:00.000Z", "2026-10-01", "2026-10-26", "2026-10-26"],
  ["week 53, in the old year", "2026-12-31T12:00:00.000Z", "2026-12-01", "2026-12-28", "2026-12-31"],
  ["week 53, in the new year", "2027-01-03T12:00:00.000Z", "2027-01-01", "2026-12-28", "2027-01-03"],
  ["week 1", "2027-01-03T23:00:00.000Z", "2027-01-01", "2027-01-04", "2027-01-04"],
  ["a leap day", "2028-02-29T12:00:00.000Z", "2028-02-01", "2028-02-28", "2028-02-29"],
] as const;

const moments = fc.date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
const zones = fc.constantFrom(AMSTERDAM, "UTC", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe");

describe("trust 16: the periods of a moment", () => {
  afterEach(() => vi.unstubAllEnvs());

  test.each(EDGES)("%s: %s", (_, at, monthly, weekly, daily) => {
    expect(periodStarts(new Date(at), AMSTERDAM)).toEqual({ all: "1970-01-01", monthly, weekly, daily });
  });

  test("zones beyond the date line", () => {
    const at = new Date("2026-06-30T10:30:00Z");
    expect(periodStarts(at, "Pacific/Kiritimati").daily).toBe("2026-07-01");
    expect(periodStarts(at, "Pacific/Kiritimati").monthly).toBe("2026-07-01");
    expect(periodStarts(at, "Pacific/Niue").daily).toBe("2026-06-29");
  });

  test("a week begins on a Monday and holds its day, as does a month", () => {
    fc.assert(
      fc.property(moments, zones, (at, zone) => {
        const { monthly, weekly, daily } = periodStarts(at, zone);
        const days = (Date.parse(daily) - Date.parse(weekly)) / 86_400_000;
        expect(new Date(weekly).getUTCDay()).toBe(1);
        expect(days).toBeGreaterThanOrEqual(0);
        expect(days).toBeLessThan(7);
        expect(monthly).toBe(`${daily.slice(0, 7)}-01`);
      }),
    );
  });

  test("the day is the one that a clock there shows", () => {
    fc.assert(
      fc.property(moments, zones, (at, zone) => {
        const shown = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" }).format(at);
        expect(periodStarts(at, zone).daily).toBe(shown);
      }),
    );
  });

  test("time never goes back to an earlier period", () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 0, max: 40 * 24 * 3_600_000 }), zones, (at, later, zone) => {
        const before = periodStarts(at, zone);
        const after = periodStarts(new Date(at.getTime() + later), zone);
        for (const period of ["daily", "weekly", "monthly"] as const) {
          expect(after[period] >= before[period]).toBe(true);
        }
      }),
    );
  });

  test.each([
    ["UTC", 0],
    ["America/Los_Angeles", 480],
    ["Pacific/Auckland", -780],
    ["Asia/Kathmandu", -345],
  ])("on a server in %s", (zone, offset) => {
    vi.stubEnv("TZ", zone);
    expect(new Date("2026-01-15T12:00:00Z").getTimezoneOffset()).toBe(offset);
    for (const [, moment, monthly, weekly, daily] of EDGES) {
      expect(periodStarts(new Date(moment), AMSTERDAM)).toEqual({
        all: "1970-01-01",
        monthly,
        weekly,
        daily,
      });
    }
  });
});

describe("the hour of a local day", () => {
  test.each([
    ["in winter", "2026-11-22", 18, AMSTERDAM, "2026-11-22T17:00:00.000Z"],
    ["in summer", "2026-07-31", 18, AMSTERDAM, "2026-07-31T16:00:00.000Z"],
    ["on the day that clocks go forward", "2026-03-29", 18, AMSTERDAM, "2026-03-29T16:00:00.000Z"],
    ["at midnight before it", "2026-03-29", 0, AMSTERDAM, "2026-03-28T23:00:00.000Z"],
    ["that does not exist", "2026-03-29", 2, AMSTERDAM, "2026-03-29T01:00:00.000Z"],
    ["on the day that clocks go back", "2026-10-25", 9, AMSTERDAM, "2026-10-25T08:00:00.000Z"],
    ["at a quarter beside UTC", "2026-11-22", 9, "Asia/Kathmandu", "2026-11-22T03:15:00.000Z"],
    ["far in the west", "2026-11-22", 18, "Pacific/Pago_Pago", "2026-11-23T05:00:00.000Z"],
  ])("%s", (_, day, hour, zone, expected) => {
    expect(hourOf(day, hour, zone).toISOString()).toBe(expected);
  });

  test("is on that day, whichever it is", () => {
    fc.assert(
      fc.property(moments, zones, fc.integer({ min: 4, max: 23 }), (at, zone, hour) => {
        const day = periodStarts(at, zone).daily;
        expect(periodStarts(hourOf(day, hour, zone), zone).daily).toBe(day);
      }),
    );
  });
});

test.each([
  ["2026-11-22", "2026-W47"],
  ["2026-11-23", "2026-W48"],
  ["2027-01-01", "2026-W53"],
  ["2027-01-04", "2027-W01"],
  ["2024-12-30", "2025-W01"],
])("%s is in the week %s", (day, week) => {
  expect(isoWeek(day)).toBe(week);
  expect(addDays(addDays(day, 60), -60)).toBe(day);
});

describe("the period after and before", () => {
  test.each([
    [
      "the last evening of a month that is a Sunday",
      "2026-05-31T20:00:00Z",
      "2026-06-01",
      "2026-06-01",
      "2026-06-01",
    ],
    ["the night that clocks go forward", "2026-03-29T00:59:59Z", "2026-04-01", "2026-03-30", "2026-03-30"],
    ["the night that clocks go back", "2026-10-25T00:30:00Z", "2026-11-01", "2026-10-26", "2026-10-26"],
    ["the end of a year", "2026-12-31T22:59:59Z", "2027-01-01", "2027-01-04", "2027-01-01"],
    ["its next moment", "2026-12-31T23:00:00Z", "2027-02-01", "2027-01-04", "2027-01-02"],
    ["a leap day", "2028-02-29T12:00:00Z", "2028-03-01", "2028-03-06", "2028-03-01"],
  ])("on %s", (_, at, monthly, weekly, daily) => {
    const starts = periodStarts(new Date(at), AMSTERDAM);
    expect(nextStart("all", starts)).toBeNull();
    expect((["monthly", "weekly", "daily"] as const).map((period) => nextStart(period, starts))).toEqual([
      monthly,
      weekly,
      daily,
    ]);
  });

  test("begins at the first moment of that day, not one earlier, and comes after the one before it", () => {
    fc.assert(
      fc.property(moments, zones, fc.constantFrom("monthly", "weekly", "daily"), (at, zone, period) => {
        const starts = periodStarts(at, zone);
        const next = nextStart(period, starts) ?? "";
        const begin = hourOf(next, 0, zone);
        expect(begin.getTime()).toBeGreaterThan(at.getTime());
        const after = periodStarts(begin, zone);
        expect(after[period]).toBe(next);
        expect(periodStarts(new Date(begin.getTime() - 1), zone)[period]).toBe(starts[period]);
        expect(previousStarts(after)[period]).toBe(starts[period]);
      }),
    );
  });

  test("the last months go over a new year", () => {
    const starts = periodStarts(new Date("2027-02-28T12:00:00Z"), AMSTERDAM);
    expect(lastMonths(starts, 4)).toEqual(["2026-11-01", "2026-12-01", "2027-01-01", "2027-02-01"]);
    expect(previousStarts(starts)).toEqual({
      all: "1970-01-01",
      monthly: "2027-01-01",
      weekly: "2027-02-15",
      daily: "2027-02-27",
    });
  });
});
