import "server-only";
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { closeDb } from "@/db/client";
import { stopMail } from "@/lib/delivery/worker";
import { env } from "@/lib/ground/env";
import { perProcess } from "@/lib/ground/per-process";
import { closeReadDb } from "@/lib/web/read-db";
import { eachRequest } from "./each-request";
import { stopHousekeeping } from "./housekeeping";
import { eachServer } from "./http-servers";
import { endStreams } from "./live/hub";
import { log } from "./log";

/** The longest that one answer of a provider can take, retries included. */
const PATIENCE_MS = 25_000;
const POLL_MS = 50;
/** What was sent before the port closed arrives within this. */
const ARRIVING_MS = 1_000;
/** For a client that does not read its answer. */
const UNREAD_MS = 5_000;

/** The answers in progress, oldest first, by connection: Node.js keeps no such list. */
type Unanswered = Map<Socket, Set<ServerResponse>>;
type State = { stopping: boolean; servers: Set<Server>; unanswered: Unanswered };

const state = perProcess(
  "shutdown",
  (): State => ({ stopping: false, servers: new Set(), unanswered: new Map() }),
);

/** Whether this server is stopping: it finishes what is in flight and should receive nothing new. */
export function isStopping(): boolean {
  return state.stopping;
}

/**
 * Handles SIGTERM and SIGINT without losing anything: reports not ready, ends the streams of events, waits for the
 * proxy in front to notice (`DRAIN_SECONDS`), accepts nothing new, finishes what is in flight, closes the pool and
 * exits with 0; with 1 when something took too long, which is as safe as a crash. Process managers send SIGTERM more
 * than once; a second Ctrl-C exits at once. Called once, when the server starts.
 */
export function stopGracefully(beforeExit = async (): Promise<void> => undefined): void {
  eachServer((server) => state.servers.add(server));
  eachRequest("unanswered", (request, response) => {
    const waiting = waitingOn(request.socket);
    waiting.add(response);
    response.once("close", () => waiting.delete(response));
    // A proxy that reuses its connections has to open new ones elsewhere.
    if (state.stopping) response.shouldKeepAlive = false;
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    // Next.js' own listener closes the port at once and knows nothing of housekeeping and the pool.
    process.removeAllListeners(signal);
    process.on(signal, () => {
      if (state.stopping) {
        if (signal === "SIGINT") process.exit(1);
        return;
      }
      state.stopping = true;
      void stop(signal, beforeExit).then((code) => process.exit(code));
    });
  }
}

/** The answers that a connection waits for. */
function waitingOn(socket: Socket): Set<ServerResponse> {
  const known = state.unanswered.get(socket);
  if (known) return known;
  const waiting = new Set<ServerResponse>();
  state.unanswered.set(socket, waiting);
  socket.once("close", () => state.unanswered.delete(socket));
  return waiting;
}

const unanswered = () => [...state.unanswered.values()].flatMap((waiting) => [...waiting]);

async function stop(signal: string, beforeExit: () => Promise<void>): Promise<0 | 1> {
  const drainMs = env().drainSeconds * 1_000;
  log.info({ signal, unanswered: unanswered().length }, "stopping");
  const late = sleep(drainMs + PATIENCE_MS, "late" as const, { ref: false });
  const finished = finish(drainMs, beforeExit).catch((error: unknown) => {
    log.error({ err: error }, "stopping failed");
    return "late" as const;
  });
  const end = await Promise.race([finished, late]);
  if (end === "late")
    log.error({ unanswered: unanswered().length }, "stopped before everything was finished");
  else log.info("stopped");
  return end === "late" ? 1 : 0;
}

async function finish(drainMs: number, beforeExit: () => Promise<void>): Promise<"finished"> {
  endStreams();
  await sleep(drainMs);
  await Promise.all([closeServers(), stopHousekeeping(), stopMail()]);
  // The last metrics query the database once more.
  await beforeExit();
  await Promise.all([closeDb(), closeReadDb()]);
  return "finished";
}

/**
 * Accepts no new connections, and waits until every request is answered. Connections that send no request, or do not
 * read their answer, are closed sooner.
 */
async function closeServers(): Promise<void> {
  for (const response of unanswered()) response.shouldKeepAlive = false;
  let open = state.servers.size;
  for (const server of state.servers) {
    server.close(() => {
      open -= 1;
    });
  }
  for (let waited = 0; open > 0; waited += POLL_MS) {
    for (const [socket, [oldest]] of state.unanswered) {
      if (waited >= UNREAD_MS && oldest && isUnread(oldest)) socket.destroy();
    }
    const isDone = waited >= ARRIVING_MS && unanswered().length === 0;
    for (const server of state.servers) {
      if (isDone) server.closeAllConnections();
      else server.closeIdleConnections();
    }
    await sleep(POLL_MS);
  }
}

/** Whether an answer waits only for its client to read it. */
function isUnread(response: ServerResponse): boolean {
  return response.writableEnded || response.writableNeedDrain;
}
