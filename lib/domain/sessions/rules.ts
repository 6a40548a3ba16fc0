import { DAY, HOUR, MINUTE } from "@/lib/ground/durations";

/** D13: 30 days, rolling. */
const SESSION_DAYS = 30;
/** The maximum age of a session in days, however much it is used. */
const LONGEST_DAYS = 180;
/** For how many minutes a proof of identity counts as fresh (trust.md 39). */
export const FRESH_MINUTES = 10;
/** For how many hours a passkey opens the office. */
export const OFFICE_HOURS = 12;

/** When a session that is used now, and began with a login at `since`, ends. */
export function expiryFrom(at: Date, since: Date): Date {
  return new Date(Math.min(at.getTime() + SESSION_DAYS * DAY, since.getTime() + LONGEST_DAYS * DAY));
}

/** Whether a session is to be extended: at most once a day, so that reading a page rarely writes. */
export function isDueForExtension(expires: Date, at: Date, since: Date): boolean {
  return expiryFrom(at, since).getTime() - expires.getTime() >= DAY;
}

/** The hour that a time is in: sessions store no more of when they are used. */
export function hourOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR) * HOUR);
}

/** Until when a proof of identity counts as fresh. */
export function freshUntil(provenAt: Date): Date {
  return new Date(provenAt.getTime() + FRESH_MINUTES * MINUTE);
}

/** Whether a person proved who they are within `FRESH_MINUTES`. */
export function isFresh(provenAt: Date | null, at: Date): boolean {
  return provenAt !== null && at <= freshUntil(provenAt);
}

/** Whether a passkey proved who they are within the time for which it opens the office (safety.md, The office). */
export function opensOffice(passkeyAt: Date | null, at: Date): boolean {
  return passkeyAt !== null && at.getTime() - passkeyAt.getTime() <= OFFICE_HOURS * HOUR;
}

/** Whether a person proved who they are within a day, which suffices for what moves no money and opens no door. */
export function isFromToday(provenAt: Date | null, at: Date): boolean {
  return provenAt !== null && at.getTime() - provenAt.getTime() <= DAY;
}
