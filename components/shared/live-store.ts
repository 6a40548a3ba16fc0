import type { LiveEvents, LiveStream } from "./live-stream";

type AnyEvent = LiveEvents[keyof LiveEvents];

/** An event with the time at which the server read it, in milliseconds by its clock. */
export type Latest<T> = T & { at: number };

/** The key of the viewer's own notifications; a request has its id. */
export const OWN = "own";

/** The servers' clocks may differ by this much. */
const CLOCKS_MS = 1_000;

/**
 * Of a request the later event is right even if its clock is behind. One's own count falls by what one does, which no
 * event says: a page that is rendered a moment later is right.
 */
const leeway = (key: string) => (key === OWN ? 0 : CLOCKS_MS);

/** How many requests are remembered that no component of the page shows. */
const REMEMBERED = 500;

const latest = new Map<string, Latest<AnyEvent>>();
const listeners = new Map<string, Set<() => void>>();
let stream: Promise<LiveStream | null> | null = null;

/**
 * Calls the listener when an event about the key is received, and keeps this tab's live stream open meanwhile. What
 * has changed since `renderedAt` (milliseconds by the server's clock) is received as well. Returns a function that
 * stops it.
 */
export function listen(key: string, renderedAt: number, listener: () => void): () => void {
  const others = listeners.get(key) ?? new Set();
  listeners.set(key, others.add(listener));
  // Fetched once the page is there. Without it, nothing moves by itself.
  stream ??= import("./live-stream").then(
    ({ createLiveStream }) => createLiveStream(receive, (request) => listeners.has(request)),
    () => null,
  );
  const id = key === OWN ? null : key;
  void stream.then((opened) => listeners.size > 0 && opened?.want(id, renderedAt - CLOCKS_MS));
  return () => {
    others.delete(listener);
    if (others.size === 0) listeners.delete(key);
    // A page that replaces this one listens in the same task.
    setTimeout(() => void stream?.then((opened) => listeners.size === 0 && opened?.leave()));
  };
}

/** What was received last about the key, unless a page that was rendered at this time shows something newer. */
export function latestOf(key: string, renderedAt: number): Latest<AnyEvent> | null {
  const last = latest.get(key);
  return last && last.at >= renderedAt - leeway(key) ? last : null;
}

/** Takes what a page that was just rendered knows better than the frame around it, as an event would say it. */
export function receiveFromPage(notification: LiveEvents["notification"], renderedAt: number): void {
  if ((latest.get(OWN)?.at ?? 0) < renderedAt) receive("notification", notification, renderedAt);
}

function receive<K extends keyof LiveEvents>(kind: K, event: LiveEvents[K], at: number): void {
  const key = kind === "request" ? (event as LiveEvents["request"]).id : OWN;
  latest.delete(key);
  latest.set(key, { ...event, at });
  if (latest.size > REMEMBERED) forgetOldest();
  for (const listener of listeners.get(key) ?? []) listener();
}

function forgetOldest(): void {
  for (const key of latest.keys()) {
    if (listeners.has(key)) continue;
    latest.delete(key);
    return;
  }
}
