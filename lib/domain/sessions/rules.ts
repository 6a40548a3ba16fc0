const DAY_MS = 24 * 60 * 60 * 1000;
/** D13: 30 days, rolling. */
const SESSION_DAYS = 30;

/** When a session that is used now ends. */
export function expiryFrom(at: Date): Date {
  return new Date(at.getTime() + SESSION_DAYS * DAY_MS);
}

/** Whether a session is to be extended: at most once a day, so that reading a page rarely writes. */
export function isDueForExtension(expires: Date, at: Date): boolean {
  return expiryFrom(at).getTime() - expires.getTime() >= DAY_MS;
}
