import "server-only";
import { unstable_rethrow } from "next/navigation";
import { v7 } from "uuid";
import type { z } from "zod";
import { db } from "@/db/client";
import { wakeMail } from "@/lib/delivery/wake";
import type { Viewer } from "@/lib/domain/users/types";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import type { Page } from "@/lib/ground/paging";
import { noteRoute } from "@/lib/ground/request-context";
import { REQUEST_ID_HEADER, requestIdNow } from "@/lib/server/request-id";
import { clientAddress } from "./client-address";
import {
  type AnswerOf,
  type BodyOf,
  type Call,
  isChange,
  needsViewer,
  type QueryOf,
  readsJson,
  statusOf,
} from "./contract";
import { noteAccepted, noteRefused } from "./event-sources";
import { once } from "./idempotency/once";
import { readJsonObject, validate } from "./input";
import { assertMayChange } from "./may-change";
import { assertSameOrigin } from "./origin";
import { toAppError, toProblem } from "./problem";
import { limit, limitCall } from "./rate-limit/limit";
import { noteWrite } from "./read-db";
import { currentViewer } from "./session";
import { requireFreshProof } from "./session/step-up";

/** The names in a path: `id` of `/api/posts/{id}`. */
type ParamOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamOf<Rest>
  : never;

/** What a handler receives: a validated call and its caller. */
type Input<C extends Call> = {
  viewer: C["access"] extends string ? Viewer | null : Viewer;
  params: Record<ParamOf<C["path"]>, string>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  /** The id for what the call creates; the same for a retry with the same `Idempotency-Key`. */
  operationId: string;
  /** An earlier run with the same key may have done everything, and left no answer. */
  isRetry: boolean;
  address: string;
  requestId: string;
  request: Request;
};

/** An answer with headers of its own. */
export class Reply<T> {
  constructor(
    readonly answer: T,
    readonly headers: Record<string, string> = {},
  ) {}
}

/** A page of a list as its plain array, with a `Link` to the next one if there is one (api.md, Every answer). */
export function replyPage<T>(request: Request, { items, next }: Page<T>) {
  return new Reply(items, nextLink(request, next));
}

/** A file to keep. */
export function file(content: BodyInit, name: string, type: string): Response {
  return new Response(content, {
    headers: { "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` },
  });
}

/** The header that links to the next page of a list; none at its end. */
export function nextLink(request: Request, next: string | null): Record<string, string> {
  if (next === null) return {};
  const { pathname, searchParams } = new URL(request.url);
  searchParams.set("cursor", next);
  const address = `${env().appUrl}${pathname}?${searchParams}`;
  return { Link: `<${address}>; rel="next"` };
}

/** What a handler returns: an answer, with or without headers of its own; nothing where the call answers 204. */
type Handled<C extends Call> = C["answer"] extends z.ZodType
  ? Promise<AnswerOf<C> | Reply<AnswerOf<C>> | Response>
  : Promise<C["status"] extends 302 ? Response : void>;

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string | string[] | undefined> | undefined> },
) => Promise<Response>;

/**
 * Wraps the handler of a call of the contract: refuses what is malformed, cross-origin, unauthenticated or over a limit
 * before any work, runs the handler at most once per idempotency key, trims its answer to the schema, and maps errors
 * to the answers of the error table. It has the only `catch`.
 */
export function route<const C extends Call>(call: C, handle: (input: Input<C>) => Handled<C>): Handler {
  return async (request, context) => {
    const requestId = requestIdNow();
    noteRoute(call.path);
    try {
      if (isChange(call) && call.access !== "provider") assertSameOrigin(request.headers);
      // A call without a body reads what it is sent too, to refuse what cannot be ours.
      const input = readsJson(call)
        ? await readJsonObject(request, call.body ? call : { optionalBody: true })
        : undefined;
      const viewer = call.access === "provider" ? null : await currentViewer();
      if (needsViewer(call) && isChange(call)) assertMayChange(viewer, call);
      if (needsViewer(call) && !viewer) throw new AppError("UNAUTHENTICATED");
      if (viewer && isChange(call) && !call.evicts) await limit(db(), "write", viewer.id);
      if (call.stepUp) await requireFreshProof();
      const body = call.body ? validate(call.body, input) : undefined;
      const query = call.query
        ? validate(call.query, Object.fromEntries(new URL(request.url).searchParams))
        : undefined;
      const params = Object.fromEntries(
        Object.entries((await context.params) ?? {}).map(([name, value]) => [name, String(value)]),
      );
      const address = clientAddress(request.headers);
      const run = async (operationId: string, isRetry: boolean) => {
        await limitCall(db(), call, { viewer, address, input: body ?? query });
        const caller = { viewer, address, requestId, request };
        return handle({ ...caller, params, query, body, operationId, isRetry } as Input<C>);
      };
      const result =
        call.idempotent && viewer
          ? await once(
              db(),
              {
                userId: viewer.id,
                key: request.headers.get("idempotency-key"),
                call: `${call.method} ${new URL(request.url).pathname}`,
                input: body,
              },
              run,
            )
          : await run(v7(), false);
      if (call.source) await noteAccepted(call.source);
      if (isChange(call)) wakeMail();
      if (isChange(call) && viewer) await noteWrite();
      if (result instanceof Response) return finish(result, requestId);
      return respond(call, result as AnswerOf<C> | Reply<AnswerOf<C>>, requestId);
    } catch (thrown) {
      unstable_rethrow(thrown);
      const error = toAppError(thrown, requestId);
      if (call.source && error.code === "BAD_SIGNATURE") {
        await noteRefused(call.source, thrown instanceof Error ? thrown : error);
      }
      return problemResponse(error, requestId);
    }
  };
}

function respond<C extends Call>(
  call: C,
  result: AnswerOf<C> | Reply<AnswerOf<C>>,
  requestId: string,
): Response {
  const { answer, headers } = result instanceof Reply ? result : new Reply(result, defaultHeaders(call));
  const status = statusOf(call);
  if (!call.answer) return finish(new Response(null, { status, headers }), requestId);
  return finish(Response.json(call.answer.parse(answer), { status, headers }), requestId);
}

/** A provider reads the status only: compressing its answer would take as long as making it. */
function defaultHeaders({ access }: Call): Record<string, string> {
  return access === "provider" ? { "Cache-Control": "no-store, no-transform" } : {};
}

/** An error as the contract's answer, in the reader's language. */
export async function problemResponse(error: AppError, requestId: string): Promise<Response> {
  const { status, retryAfter } = error;
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { "Retry-After": String(Math.ceil(retryAfter)) };
  return finish(Response.json(await toProblem(error), { status, headers }), requestId);
}

/** What was thrown, as the same answer: for the routes of pictures, which are in no contract. */
export async function faultResponse(thrown: unknown): Promise<Response> {
  const requestId = requestIdNow();
  return problemResponse(toAppError(thrown, requestId), requestId);
}

function finish(response: Response, requestId: string): Response {
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "no-store");
  response.headers.set(REQUEST_ID_HEADER, requestId);
  return response;
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];

/** The exports of a route file: the handlers, and 405 in the contract's format for every other method. */
export function endpoints(handlers: Partial<Record<Method, Handler>>): Record<Method, Handler> {
  const allow = METHODS.filter((method) => handlers[method]).join(", ");
  const refuse: Handler = async () => {
    const requestId = requestIdNow();
    const response = await problemResponse(new AppError("METHOD_NOT_ALLOWED"), requestId);
    response.headers.set("Allow", allow);
    return response;
  };
  return { GET: refuse, POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse, ...handlers };
}
