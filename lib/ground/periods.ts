import { DAY, HOUR, MINUTE, SECOND } from "@/lib/ground/durations";
import type { Period } from "./vocabulary";

/** The first local day of each period, as an ISO date. */
export type PeriodStarts = Record<Period, string>;

const FIELDS = {
  calendar: "gregory",
  numberingSystem: "latn",
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
} as const;
const calendars = new Map<string, Intl.DateTimeFormat>();

const QUARTER_MS = 15 * MINUTE;

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
    weekly: isoDate(new Date(today.getTime() - sinceMonday * DAY)),
    daily: isoDate(today),
  };
}

/** The local date in the time zone, as midnight UTC, so that days can be counted without daylight saving. */
function localDate(at: Date, timeZone: string): Date {
  return new Date(Math.floor(localTime(at, timeZone) / DAY) * DAY);
}

/** The local time in the time zone, in milliseconds as if it were UTC. */
function localTime(at: Date, timeZone: string): number {
  const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { timeZone, ...FIELDS });
  calendars.set(timeZone, calendar);
  const parts = calendar.formatToParts(at).map(({ type, value }) => [type, Number(value)]);
  const { year, month, day, hour, minute, second } = Object.fromEntries(parts);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function isoDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Whether the years around an ISO date or month are such that JavaScript and PostgreSQL write them alike. */
export const isInPlainYear = (day: string): boolean => day >= "1000" && day < "9999";

/** Midnight UTC of an ISO date, so that days can be counted. */
function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** The ISO date some days after another. */
export function addDays(day: string, days: number): string {
  return isoDate(new Date(dateOf(day).getTime() + days * DAY));
}

/** The first day of a month some months after that of an ISO date. */
export function addMonths(day: string, months: number): string {
  const date = dateOf(day);
  return isoDate(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)));
}

/** The first local days of the periods before; `all` has none before it. */
export function previousStarts(starts: PeriodStarts): PeriodStarts {
  return {
    all: starts.all,
    monthly: addMonths(starts.monthly, -1),
    weekly: addDays(starts.weekly, -7),
    daily: addDays(starts.daily, -1),
  };
}

/** The local day on which a period starts again; null for `all`, which never does. */
export function nextStart(period: Period, starts: PeriodStarts): string | null {
  if (period === "all") return null;
  return period === "monthly"
    ? addMonths(starts.monthly, 1)
    : addDays(starts[period], period === "weekly" ? 7 : 1);
}

/** The first days of the last months, this one included and last. */
export function lastMonths(starts: PeriodStarts, count: number): string[] {
  return Array.from({ length: count }, (_, n) => addMonths(starts.monthly, n + 1 - count));
}

/** The moment at which a local day reaches a full hour; the one after, where daylight saving skips it. */
export function hourOf(day: string, hour: number, timeZone: string): Date {
  const wall = dateOf(day).getTime() + hour * HOUR;
  // The offset before and after a change of the clock: the first that leads back to this hour is the right one.
  const offsets = [wall - DAY, wall + DAY].map((at) => offsetAt(new Date(at), timeZone));
  const candidates = offsets.map((offset) => new Date(wall - offset));
  return (
    candidates.find((at) => at.getTime() + offsetAt(at, timeZone) === wall) ?? candidates[0] ?? new Date(wall)
  );
}

/** What local time is ahead of UTC by, in milliseconds. */
function offsetAt(at: Date, timeZone: string): number {
  return localTime(at, timeZone) - Math.floor(at.getTime() / SECOND) * SECOND;
}

/** The ISO week of an ISO date: `2026-W47`. */
export function isoWeek(day: string): string {
  const date = dateOf(day);
  // A week belongs to the year of its Thursday.
  const thursday = new Date(date.getTime() + (3 - ((date.getUTCDay() + 6) % 7)) * DAY);
  const days = (thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / DAY;
  return `${thursday.getUTCFullYear()}-W${String(Math.floor(days / 7) + 1).padStart(2, "0")}`;
}
