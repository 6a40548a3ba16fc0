import type { Period } from "./vocabulary";

/** The first local day of each period, as an ISO date. */
export type PeriodStarts = Record<Period, string>;

const DAY_MS = 24 * 60 * 60 * 1000;

const calendars = new Map<string, Intl.DateTimeFormat>();

const QUARTER_MS = 15 * 60 * 1000;

const latest = new Map<string, { quarter: number; starts: PeriodStarts }>();

/**
 * The local date on which each current period begins (D30): calendar day, ISO week (Monday) and month in the time
 * zone, as ISO dates. `all` always begins on 1970-01-01. The server's own time zone plays no part.
 */
export function periodStarts(at: Date, timeZone: string): PeriodStarts {
  // Days begin on a quarter of an hour everywhere, and asking a calendar takes longer than all else here.
  const quarter = Math.floor(at.getTime() / QUARTER_MS);
  const known = latest.get(timeZone);
  if (known?.quarter === quarter) return known.starts;
  const starts = startsOf(at, timeZone);
  latest.set(timeZone, { quarter, starts });
  return starts;
}

function startsOf(at: Date, timeZone: string): PeriodStarts {
  const today = localDate(at, timeZone);
  const sinceMonday = (today.getUTCDay() + 6) % 7;
  return {
    all: "1970-01-01",
    monthly: `${isoDate(today).slice(0, 8)}01`,
    weekly: isoDate(new Date(today.getTime() - sinceMonday * DAY_MS)),
    daily: isoDate(today),
  };
}

/** The local date in the time zone, as midnight UTC, so that days can be counted without daylight saving. */
function localDate(at: Date, timeZone: string): Date {
  let calendar = calendars.get(timeZone);
  if (!calendar) {
    calendar = new Intl.DateTimeFormat("en-US", {
      timeZone,
      calendar: "gregory",
      numberingSystem: "latn",
      year: "numeric",
      month: "numeric",
      day: "numeric",
    });
    calendars.set(timeZone, calendar);
  }
  const parts = Object.fromEntries(
    calendar.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
  );
  return new Date(Date.UTC(parts.year ?? Number.NaN, (parts.month ?? Number.NaN) - 1, parts.day));
}

function isoDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}
