import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { perProcess } from "@/lib/ground/per-process";

const names = perProcess("each request", () => new Set<string>());

/** Calls back with every HTTP request, before Next.js sees it. A name counts once in a process. */
export function eachRequest(
  name: string,
  run: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  if (names.has(name)) return;
  names.add(name);
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    run(request, response);
  });
}

/** Whether something is called with every request. */
export function hearsEachRequest(name: string): boolean {
  return names.has(name);
}
