import { MINUTE } from "@/lib/ground/durations";
import "server-only";
import type { ServerResponse } from "node:http";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { beginWatch, listLiveRequests, look, type News, type Watch } from "@/lib/domain/live/look";
import { changedSince, LOOK_EVERY_MS, lastChanged, sendFrom } from "@/lib/domain/live/rules";
import type { LiveRequest } from "@/lib/domain/live/schema";
import { countUnreadOf } from "@/lib/domain/messages/queries";
import { liveAmong } from "@/lib/domain/sessions/queries";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import { perProcess } from "@/lib/ground/per-process";
import { underRequestId } from "@/lib/ground/request-context";
import { time, untraced } from "@/lib/ground/spans";
import { networksAround } from "@/lib/web/networks";
import { log } from "../log";
import { encoded, heartbeat, retryAfter, written } from "./event";

/** The most open streams (trust 35). An address is wide, because a school or a mobile network shares one. */
const MOST = { person: 6, address: 60, server: 5_000 };
/** When somebody over a limit may try again, in seconds. */
const TRY_AGAIN_S = 30;

const HEARTBEAT_MS = 25_000;
/** A stream ends after this, less up to a fifth, and the browser opens another, perhaps on another server. */
const LIFETIME_MS = 10 * MINUTE;
/** How long browsers wait before they come back, so that they do not all come at once. */
const RETRY_MS = { least: 1_000, most: 4_000 };
/** The longest pause between looks while the database is away. */
const LONGEST_PAUSE_MS = 15_000;

/** What a reader has not read yet, in bytes. Beyond it the stream ends: the browser resumes once it reads again. */
const MOST_UNREAD = 256 * 1024;

/** Who listens. `sid`: the session, by its stored id. */
export type Listener = {
  viewer: { id: string; sid: string } | null;
  address: string;
  /** The time of the last event that this reader got. */
  lastEvent: number | null;
  /** The ids of the requests whose events it gets; null: of all. */
  requests: readonly string[] | null;
};

/** The answer to a listener's request. */
type Answer = Pick<
  ServerResponse,
  "destroyed" | "headersSent" | "writableLength" | "write" | "end" | "destroy"
> & { once: (event: "close", run: () => void) => unknown };

/** A request, or `ALL` of them, and the streams that show it. */
type Shown = { id: string; streams: Set<Stream> };

/** What a stream shows that names no requests. */
const ALL = "all";

type Stream = Omit<Listener, "requests" | "address"> & {
  /** Under what its address is counted. */
  networks: readonly string[];
  answer: Answer;
  /** What it shows: shared, so that a thousand streams of the same page keep its ids once. */
  shown: readonly Shown[];
  endsAt: number;
  /** Whether it has been sent what changed before it was opened. */
  isCurrent: boolean;
};

type State = {
  streams: Set<Stream>;
  /** What the streams show, by its id. */
  shown: Map<string, Shown>;
  watch: Watch | null;
  isLooking: boolean;
  /** Looks in a row that failed, and when the next one is due, by `performance.now()`. */
  failures: number;
  lookAt: number;
  beatAt: number;
};

const state = perProcess(
  "live",
  (): State => ({
    streams: new Set(),
    shown: new Map(),
    watch: null,
    isLooking: false,
    failures: 0,
    lookAt: 0,
    beatAt: 0,
  }),
);

/** How many streams are open. */
export function openStreams(): number {
  return state.streams.size;
}

/**
 * Opens a stream of events: what changed since the reader's last event first, then every change of the requests it
 * names as it is seen. Nothing is written before the answer's headers are sent.
 * @throws AppError RATE_LIMITED when the person, the address or the server has too many
 */
export function openStream(listener: Listener, takeAnswer: () => Answer): void {
  assertWithinLimits(listener);
  const answer = takeAnswer();
  // Its reader may have left while its session was looked up.
  if (answer.destroyed) return;
  const endsAt = performance.now() + LIFETIME_MS * (0.8 + 0.2 * Math.random());
  const { requests, address, ...who } = listener;
  const networks = networksAround(address).map(({ network }) => network);
  const shown = [...new Set(requests ?? [ALL])].map(shownOf);
  const stream: Stream = { ...who, networks, answer, shown, endsAt, isCurrent: false };
  state.streams.add(stream);
  for (const { streams } of shown) streams.add(stream);
  answer.once("close", () => forget(stream));
}

function shownOf(id: string): Shown {
  const known = state.shown.get(id);
  if (known) return known;
  // A copy: a part of the query's text would keep the whole of it in memory.
  const shown = { id: Buffer.from(id).toString(), streams: new Set<Stream>() };
  state.shown.set(shown.id, shown);
  return shown;
}

/** How many requests the streams show. Exported for tests. */
export function shownRequests(): number {
  return state.shown.size;
}

function assertWithinLimits({ viewer, address }: Listener): void {
  const { streams } = state;
  const among = (is: (stream: Stream) => boolean) => [...streams].filter(is).length;
  const isFull = ({ network, times }: { network: string; times: number }) =>
    among(({ networks }) => networks.includes(network)) >= MOST.address * times;
  const isOver =
    streams.size >= MOST.server ||
    (env().rateLimits &&
      (networksAround(address).some(isFull) ||
        (viewer !== null && among((each) => each.viewer?.id === viewer.id) >= MOST.person)));
  if (isOver) throw new AppError("RATE_LIMITED", { retryAfter: TRY_AGAIN_S });
}

/** Looks for changes for as long as the process lives, while somebody listens. */
export function startLive(): void {
  setInterval(() => void untraced(() => underRequestId(v7(), tick)), LOOK_EVERY_MS).unref();
}

/** Ends every stream, so that browsers open another one elsewhere. */
export function endStreams(): void {
  for (const stream of state.streams) end(stream);
}

/** One look, and what it leads to. Exported for tests. */
export async function tick(): Promise<void> {
  const begun = performance.now();
  if (state.streams.size === 0) {
    state.watch = null;
    state.beatAt = begun + HEARTBEAT_MS;
    return;
  }
  if (state.isLooking || begun < state.lookAt) return;
  state.isLooking = true;
  try {
    await lookOnce();
    await beat(begun);
    state.failures = 0;
    time("steuntje.live.look", (performance.now() - begun) / 1_000);
  } catch (error) {
    if (state.failures === 0) log.warn({ err: error }, "live: looking for changes failed");
    state.failures += 1;
    state.lookAt = performance.now() + Math.min(LOOK_EVERY_MS * 2 ** state.failures, LONGEST_PAUSE_MS);
  } finally {
    state.isLooking = false;
  }
}

async function lookOnce(): Promise<void> {
  state.watch ??= await beginWatch(db());
  const watch = state.watch;
  const listening = new Set([...state.streams].flatMap(({ viewer }) => viewer?.id ?? []));
  const news = await look(db(), watch, {
    isListening: (userId) => listening.has(userId),
    isShown: (id) => state.shown.has(id) || state.shown.has(ALL),
  });
  broadcast(news);
  await bringUpToDate(watch);
}

function broadcast({ at, requests, unread }: News): void {
  const chunks = new Map<Stream, Uint8Array[]>();
  const add = (stream: Stream, chunk: Uint8Array) => {
    if (!stream.isCurrent) return;
    const others = chunks.get(stream);
    if (others) others.push(chunk);
    else chunks.set(stream, [chunk]);
  };
  for (const request of requests) {
    const [forPerson, forVisitor] = [chunkOf([request], at, true), chunkOf([request], at, false)];
    for (const id of [request.id, ALL])
      for (const stream of state.shown.get(id)?.streams ?? [])
        add(stream, stream.viewer ? forPerson : forVisitor);
  }
  for (const stream of unread.size > 0 ? state.streams : []) {
    const mine = stream.viewer && unread.get(stream.viewer.id);
    if (typeof mine === "number") add(stream, unreadChunk(mine, at));
  }
  // Once to each: every write has its own frame.
  for (const [stream, [first, ...others]] of chunks)
    if (first) send(stream, others.length === 0 ? first : Buffer.concat([first, ...others]));
}

/** Sends new readers what they may have missed. */
async function bringUpToDate(watch: Watch): Promise<void> {
  const newcomers = [...state.streams].filter(({ isCurrent, answer }) => !isCurrent && answer.headersSent);
  if (newcomers.length === 0) return;
  const { at, changes } = watch;
  const all = lastChanged(changes);
  const missed = newcomers.map(({ lastEvent, shown }) => {
    const ids = shown.flatMap(({ id }) => (id === ALL ? all : id));
    return changedSince(changes, sendFrom(lastEvent, watch), ids);
  });
  const people = newcomers.flatMap(({ viewer }) => viewer?.id ?? []);
  const [requests, unread] = await Promise.all([
    listLiveRequests(db(), [...new Set(missed.flat())]),
    // Read after the look: with its id, an older number would replace that of a newer page.
    people.length > 0 ? countUnreadOf(db(), people) : new Map<string, number>(),
  ]);
  const byId = new Map(requests.map((request) => [request.id, request]));
  const { least, most } = RETRY_MS;
  for (const [n, stream] of newcomers.entries()) {
    const { viewer } = stream;
    stream.isCurrent = true;
    send(stream, encoded(retryAfter(least + (most - least) * Math.random()) + heartbeat(at)));
    const now = missed[n]?.flatMap((id) => byId.get(id) ?? []) ?? [];
    if (now.length > 0) send(stream, chunkOf(now, at, viewer !== null));
    if (viewer) send(stream, unreadChunk(unread.get(viewer.id) ?? 0, at));
  }
}

function chunkOf(requests: readonly LiveRequest[], at: number, isPerson: boolean): Uint8Array {
  // Visitors are not shown who gave (GET /api/requests/faces).
  const shown = isPerson ? requests : requests.map((request) => ({ ...request, faces: [] }));
  return encoded(shown.map((data) => written({ event: "request", data }, at)).join(""));
}

function unreadChunk(unread: number, at: number): Uint8Array {
  return encoded(written({ event: "notification", data: { unread } }, at));
}

/** Keeps streams open where nothing happens, and ends those that are old or whose session has ended. */
async function beat(now: number): Promise<void> {
  if (now < state.beatAt) return;
  state.beatAt = now + HEARTBEAT_MS;
  const sids = new Set([...state.streams].flatMap(({ viewer }) => viewer?.sid ?? []));
  const live = sids.size > 0 ? await liveAmong(db(), [...sids]) : sids;
  const chunk = encoded(heartbeat(state.watch?.at ?? 0));
  for (const stream of state.streams) {
    const { viewer, endsAt, isCurrent } = stream;
    const isSignedOut = viewer !== null && sids.has(viewer.sid) && !live.has(viewer.sid);
    if (isSignedOut || endsAt < now) end(stream);
    else if (isCurrent) send(stream, chunk);
  }
}

/** Writes to a stream, or ends it when its reader has left too much unread. */
function send(stream: Stream, chunk: Uint8Array): void {
  if (!state.streams.has(stream)) return;
  if (stream.answer.writableLength < MOST_UNREAD) {
    stream.answer.write(chunk);
    return;
  }
  forget(stream);
  stream.answer.destroy();
}

function end(stream: Stream): void {
  forget(stream);
  stream.answer.end();
}

function forget(stream: Stream): void {
  if (!state.streams.delete(stream)) return;
  for (const { id, streams } of stream.shown) {
    streams.delete(stream);
    if (streams.size === 0) state.shown.delete(id);
  }
}
