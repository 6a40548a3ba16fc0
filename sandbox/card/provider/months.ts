/** The same moment a month later, in seconds: on the day of the anchor, or the month's last. */
export function monthAfter(at: number, anchor: number): number {
  const date = new Date(at * 1_000);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 2, 0)).getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + 1, Math.min(new Date(anchor * 1_000).getUTCDate(), lastDay));
  return Math.floor(date.getTime() / 1_000);
}
