import { MOST_NAMED } from "@/lib/domain/live/rules";
import type { LiveNotification, LiveRequest } from "@/lib/domain/live/schema";

/** What the server reports, by the name of its event (api.md, GET /api/events). */
export type LiveEvents = { request: LiveRequest; notification: LiveNotification };

/** Takes an event. `at`: when the server read it, in milliseconds by its clock. */
export type Receive = <K extends keyof LiveEvents>(kind: K, event: LiveEvents[K], at: number) => void;

export type LiveStream = {
  /**
   * Keeps the stream open for a page that shows what was so at this time, in milliseconds by the server's clock.
   * `request`: the id of the request that it shows, null where it shows the viewer's own notifications.
   */
  want: (request: string | null, from: number) => void;
  /** Closes the stream: nothing listens any more. */
  leave: () => void;
};

/** What a page shows comes in several parts, and a stream is opened once for all of them. */
const GATHER_MS = 500;

/** How long a hidden page keeps its stream: people read something in another tab and return. */
const LINGER_MS = 5_000;

/** A connection that broke may look open until the server would have written to it, every 25 seconds. */
const HEARTBEAT_MS = 30_000;

/** The server resumes a stream for five minutes; asking for it takes some of that. */
const RESUMABLE_MS = 280_000;

/** Waits after an answer that is no stream (429, 503), doubled each time, with jitter. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 300_000;

/**
 * The live stream of this tab (specification, Seen live): open while it is wanted, the page is visible, the network is
 * there and data is not to be saved. It names the requests that the tab has shown last, and is opened again when the
 * tab shows others. Opened again, it asks for what it missed. The browser reconnects a connection that broke by itself;
 * an answer that is no stream is asked for again here, ever more rarely.
 */
export function createLiveStream(receive: Receive, isShown: (request: string) => boolean): LiveStream {
  let source: EventSource | null = null;
  let isWanted = false;
  /** Nothing before this time was missed, in milliseconds by the server's clock. */
  let since = 0;
  /** The requests that the stream is asked for, and from when on; what was shown last at the end. */
  const named = new Map<string, number>();
  /** From when on the stream is to be asked for requests that the open one does not name. */
  let unasked = Number.POSITIVE_INFINITY;
  /** How far the server's clock is behind this one, plus the shortest way of an answer, in milliseconds. */
  let behind = Number.POSITIVE_INFINITY;
  let openedAt = 0;
  let failures = 0;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let hiddenAt: number | null = null;

  function want(request: string | null, from: number): void {
    isWanted = true;
    behind = Math.min(behind, Date.now() - from);
    if (from - since > RESUMABLE_MS) since = from;
    if (request !== null) name(request, from);
    clearTimeout(gathering);
    gathering = setTimeout(sync, GATHER_MS);
  }

  function name(request: string, from: number): void {
    const askedFrom = named.get(request) ?? Number.POSITIVE_INFINITY;
    if (from < askedFrom) unasked = Math.min(unasked, from);
    named.delete(request);
    named.set(request, Math.min(from, askedFrom));
    for (const longest of named.keys())
      if (named.size > MOST_NAMED && !isShown(longest)) named.delete(longest);
  }

  function leave(): void {
    isWanted = false;
    if (isVisible()) remember();
    close();
  }

  function sync(): void {
    if (!isWanted || !navigator.onLine || savesData()) close();
    else if (isVisible() && waiting === undefined) {
      if (source !== null && unasked === Number.POSITIVE_INFINITY) return;
      remember();
      close();
      open();
    }
  }

  function open(): void {
    since = Math.max(Math.min(since, unasked), Date.now() - behind - RESUMABLE_MS);
    unasked = Number.POSITIVE_INFINITY;
    // All of them, where more are shown than can be named.
    const requests = named.size > MOST_NAMED ? "" : `&requests=${[...named.keys()].join()}`;
    const opened = new EventSource(`/api/events?lastEventId=${since}${requests}`);
    source = opened;
    opened.addEventListener("open", () => {
      openedAt = Date.now();
      failures = 0;
    });
    for (const kind of ["request", "notification"] as const)
      opened.addEventListener(kind, ({ data, lastEventId }) => {
        since = Number(lastEventId);
        behind = Math.min(behind, Date.now() - since);
        receive(kind, JSON.parse(data), since);
      });
    opened.addEventListener("error", () => {
      // Otherwise the browser reconnects.
      if (opened.readyState !== EventSource.CLOSED) return;
      source = null;
      waiting = setTimeout(tryAgain, waitAfter(failures));
      failures += 1;
    });
  }

  function tryAgain(): void {
    clearTimeout(waiting);
    waiting = undefined;
    sync();
  }

  function close(): void {
    source?.close();
    source = null;
  }

  /** A stream that has been open for a while missed nothing, however long ago its last event was. */
  function remember(): void {
    if (source?.readyState !== EventSource.OPEN || Date.now() - openedAt < HEARTBEAT_MS) return;
    since = Math.max(since, Date.now() - behind - HEARTBEAT_MS);
  }

  function hide(): void {
    clearTimeout(hiding);
    remember();
    hiddenAt ??= Date.now();
    hiding = setTimeout(close, LINGER_MS);
  }

  function show(): void {
    clearTimeout(hiding);
    // A device that slept: the timer did not run, and the connection may be gone without a word.
    if (hiddenAt !== null && Date.now() - hiddenAt > LINGER_MS) close();
    hiddenAt = null;
    sync();
  }

  const look = () => (isVisible() ? show() : hide());
  document.addEventListener("visibilitychange", look);
  // A page with an open connection is not stored for the way back.
  window.addEventListener("pagehide", () => {
    if (isVisible()) remember();
    close();
  });
  window.addEventListener("pageshow", look);
  window.addEventListener("offline", sync);
  window.addEventListener("online", () => {
    failures = 0;
    tryAgain();
  });
  connection()?.addEventListener("change", sync);

  return { want, leave };
}

const isVisible = () => document.visibilityState === "visible";

/** The Network Information API, which not every browser has. */
const connection = () => (navigator as { connection?: EventTarget & { saveData?: boolean } }).connection;

const savesData = () => connection()?.saveData === true;

function waitAfter(failures: number): number {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
  return (longest / 2) * (1 + Math.random());
}
