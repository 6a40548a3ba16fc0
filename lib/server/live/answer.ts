import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { perProcess } from "@/lib/ground/per-process";
import { currentRequestContext } from "@/lib/ground/request-context";
import { eachRequest } from "../each-request";

const PATH = "/api/events?";

/** The answer to a request, and what a stream names (`?requests=`), null where it names nothing. */
type Asked = { answer: ServerResponse; named: string | null };

const answers = perProcess("answers", () => new WeakMap<object, Asked>());

/**
 * Remembers the answer to every request, for a stream that outlives its handler: Next.js gives handlers no access to
 * it. Called once, when the server starts, after requests get their ids.
 */
export function rememberAnswers(): void {
  eachRequest("answers", (request, response) => {
    const context = currentRequestContext();
    if (context) answers.set(context, { answer: response, named: takeNamed(request) });
  });
}

/** Removes what a stream names from its address: Next.js keeps a dozen copies of that while the stream is open. */
function takeNamed(request: IncomingMessage): string | null {
  if (!request.url?.startsWith(PATH)) return null;
  const query = new URLSearchParams(request.url.slice(PATH.length));
  const named = query.getAll("requests").at(-1) ?? null;
  query.delete("requests");
  request.url = PATH + query;
  return named;
}

/** What the current request names by `?requests=`, once; undefined where it does not. */
export function namedRequests(): string | undefined {
  const asked = askedNow();
  const { named } = asked;
  asked.named = null;
  return named ?? undefined;
}

/**
 * Takes the answer to the current request from Next.js: where that ends it, its headers are sent and it stays open. A
 * body that stays open would keep most of what Next.js made for the request (docs/performance.md, P10).
 */
export function takeAnswer(): ServerResponse {
  const { answer } = askedNow();
  const { end } = answer;
  answer.end = () => {
    answer.end = end;
    answer.flushHeaders();
    return answer;
  };
  return answer;
}

/**
 * Makes the page that is being drawn a 404. Next.js has `notFound`, which sends nothing but scripts that draw the page:
 * it is blank until they run. What the router fetches stays a 200, because of a 404 it would load the page anew.
 */
export function answerNotFound(): void {
  const { answer } = askedNow();
  const { rsc, "next-action": action } = answer.req.headers;
  if (!rsc && !action) answer.statusCode = 404;
}

function askedNow(): Asked {
  const context = currentRequestContext();
  const asked = context && answers.get(context);
  if (!asked) throw new Error("no request is being answered");
  return asked;
}
