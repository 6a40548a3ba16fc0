const PATIENCE_MS = 5_000;

/** The time of a server by its header `Date` (RFC 9110), to the second; null if it does not say. Never throws. */
export async function timeAt(address: string): Promise<Date | null> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const { headers } = await fetch(address, { method: "HEAD", redirect: "manual", signal });
    const date = new Date(headers.get("date") ?? "");
    return Number.isNaN(date.getTime()) ? null : date;
  } catch {
    return null;
  }
}
