import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import { currentRequestContext } from "@/lib/ground/request-context";

/** Kept on globalThis because Next.js bundles the start-up and the routes apart. */
const shared = globalThis as { steuntjeAnswers?: WeakMap<object, ServerResponse> };

/**
 * Remembers the answer to every request, for a stream that outlives its handler: Next.js gives handlers no hold on it.
 * Called once, when the server starts, after requests get their ids.
 */
export function rememberAnswers(): void {
  if (shared.steuntjeAnswers) return;
  const answers = new WeakMap<object, ServerResponse>();
  shared.steuntjeAnswers = answers;
  subscribe("http.server.request.start", (message) => {
    const context = currentRequestContext();
    if (context) answers.set(context, (message as { response: ServerResponse }).response);
  });
}

/**
 * Takes the answer to the current request from Next.js: where that ends it, its headers are sent and it stays open. A
 * body that stays open would keep most of what Next.js made for the request (docs/performance.md, P10).
 */
export function takeAnswer(): ServerResponse {
  const context = currentRequestContext();
  const answer = context && shared.steuntjeAnswers?.get(context);
  if (!answer) throw new Error("a stream is the answer to a request");
  const { end } = answer;
  answer.end = () => {
    answer.end = end;
    answer.flushHeaders();
    return answer;
  };
  return answer;
}
