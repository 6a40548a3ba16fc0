import { expect, it } from "vitest";
import { digestAt, nextSummary } from "./rules";

const AMSTERDAM = "Europe/Amsterdam";

it.each([
  ["daily", "2026-11-22T16:59:59.999Z", "daily 2026-11-22", "2026-11-22T17:00:00.000Z"],
  ["daily", "2026-11-22T17:00:00.000Z", "daily 2026-11-23", "2026-11-23T17:00:00.000Z"],
  ["daily", "2026-11-22T23:30:00.000Z", "daily 2026-11-23", "2026-11-23T17:00:00.000Z"],
  ["daily", "2026-03-28T18:00:00.000Z", "daily 2026-03-29", "2026-03-29T16:00:00.000Z"],
  ["weekly", "2026-11-23T07:59:59.999Z", "weekly 2026-W47", "2026-11-23T08:00:00.000Z"],
  ["weekly", "2026-11-23T08:00:00.000Z", "weekly 2026-W48", "2026-11-30T08:00:00.000Z"],
  ["weekly", "2026-12-31T12:00:00.000Z", "weekly 2026-W53", "2027-01-04T08:00:00.000Z"],
] as const)("a %s summary after %s is %s", (frequency, at, cause, dueAt) => {
  const next = nextSummary(frequency, new Date(at), AMSTERDAM);
  expect({ ...next, dueAt: next.dueAt.toISOString() }).toEqual({ cause, dueAt });
  // Each summary has one after it, so that one being sent already can be passed over.
  expect(nextSummary(frequency, next.dueAt, AMSTERDAM).dueAt > next.dueAt).toBe(true);
});

it("a digest is about the week that ended on Monday at nine, and written for two days", () => {
  expect(digestAt(new Date("2026-11-23T07:59:59.999Z"), AMSTERDAM)).toBeNull();
  const digest = {
    cause: "2026-W47",
    from: new Date("2026-11-16T08:00:00Z"),
    to: new Date("2026-11-23T08:00:00Z"),
  };
  expect(digestAt(new Date("2026-11-23T08:00:00Z"), AMSTERDAM)).toEqual(digest);
  expect(digestAt(new Date("2026-11-25T07:59:59.999Z"), AMSTERDAM)).toEqual(digest);
  expect(digestAt(new Date("2026-11-25T08:00:00Z"), AMSTERDAM)).toBeNull();
});
