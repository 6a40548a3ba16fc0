import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { closeDb } from "@/db/client";
import { env } from "@/lib/env";
import { stopHousekeeping } from "./housekeeping";
import { log } from "./log";

/** As long as a provider may take for one answer, with its retries. */
const PATIENCE_MS = 25_000;
const LOOK_EVERY_MS = 50;

type State = { stopping: boolean; servers: Set<Server>; unanswered: Set<ServerResponse> };

/** Kept on globalThis because Next.js bundles the start-up and the routes apart. */
const shared = globalThis as { steuntjeShutdown?: State };
shared.steuntjeShutdown ??= { stopping: false, servers: new Set(), unanswered: new Set() };
const state = shared.steuntjeShutdown;

/** Whether this server was told to stop: it finishes what it has and should be sent nothing new. */
export function isStopping(): boolean {
  return state.stopping;
}

/**
 * Makes SIGTERM and SIGINT end this server without losing anything: it says that it is not ready, leaves the proxy in front the time to notice
 * (`DRAIN_SECONDS`), takes nothing new, finishes what is in flight, closes the pool, and exits with 0; with 1 when something took too long, which is
 * as safe as a crash. Process managers send SIGTERM more than once; Ctrl-C ends a server that is stopping at once. Called once, when it starts.
 */
export function stopGracefully(beforeExit = async (): Promise<void> => undefined): void {
  subscribe("http.server.request.start", (message) => {
    const { server, response } = message as {
      server: Server;
      request: IncomingMessage;
      response: ServerResponse;
    };
    state.servers.add(server);
    state.unanswered.add(response);
    response.once("close", () => state.unanswered.delete(response));
    // A proxy that keeps its connections has to open new ones elsewhere.
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

async function stop(signal: string, beforeExit: () => Promise<void>): Promise<0 | 1> {
  const drainMs = env().drainSeconds * 1_000;
  log.info({ signal, unanswered: state.unanswered.size }, "stopping");
  const late = sleep(drainMs + PATIENCE_MS, "late" as const, { ref: false });
  const finished = finish(drainMs, beforeExit).catch((error: unknown) => {
    log.error({ err: error }, "stopping failed");
    return "late" as const;
  });
  const end = await Promise.race([finished, late]);
  if (end === "late")
    log.error({ unanswered: state.unanswered.size }, "stopped before everything was finished");
  else log.info("stopped");
  return end === "late" ? 1 : 0;
}

async function finish(drainMs: number, beforeExit: () => Promise<void>): Promise<"finished"> {
  await sleep(drainMs);
  await Promise.all([closeServers(), stopHousekeeping()]);
  // What is told last asks the database once more.
  await beforeExit();
  await closeDb();
  return "finished";
}

/** Takes no new connections, and waits until every request has its answer. */
async function closeServers(): Promise<void> {
  for (const response of state.unanswered) response.shouldKeepAlive = false;
  let open = state.servers.size;
  for (const server of state.servers) {
    server.close(() => {
      open -= 1;
    });
  }
  for (; open > 0; await sleep(LOOK_EVERY_MS)) {
    for (const server of state.servers) server.closeIdleConnections();
  }
}
