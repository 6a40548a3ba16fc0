import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import type { App } from "../../http/app";
import { serve } from "../../http/serve";
import { newId } from "../../ids";
import type { Sandbox } from "../../sandbox";
import type { Answer } from "../../state/store";
import type { Work } from "../../state/work";
import { ApiError } from "./api-error";
import { assertSecret, type Caller, callerOf } from "./auth";
import { expanded } from "./expand";
import { fingerprint } from "./fingerprint";
import { type Params, parseForm } from "./form";
import { validParams } from "./params";
import { viewFor } from "./public-view";

type Spec<S extends z.ZodType> = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  /** `publishable`: a browser may call it too, with the payment's client secret. */
  access: Caller;
  params: S;
  /** It asks a bank, which takes its time. */
  asksBank?: true;
  run: (work: Work, call: { id: string; params: z.output<S>; caller: Caller }) => Answer;
};

export const ok = (body: unknown): Answer => ({ status: 200, body });

/** Serves one call of the card provider's API: key and parameters, and what every call has. */
export function endpoint<S extends z.ZodType>(app: App, sandbox: Sandbox, spec: Spec<S>): void {
  app.on(spec.method, spec.path, async (c) => {
    const requestId = newId("req", 14);
    const id = c.req.param("id") ?? "";
    const given = await paramsOf(c, spec.method);
    const caller = callerOf(sandbox.options, c.req.header("authorization"), given.key);
    if (spec.access === "secret") assertSecret(caller);
    const key = spec.method === "POST" ? c.req.header("idempotency-key") : undefined;
    const { answer, replay } = await serve(c, sandbox, {
      call: `${spec.method} ${spec.path}`,
      about: id || (typeof given.payment_intent === "string" ? given.payment_intent : undefined),
      key: key === undefined ? null : `${caller} ${key}`,
      print: fingerprint(spec.method, c.req.path, given),
      requestId,
      cause: { id: requestId, idempotency_key: key ?? null },
      act: (work) => run(work, spec, { id, given, caller }),
      view: (body) => viewFor(caller, body),
      ordered: failed,
      reused: () => otherQuestion(key ?? ""),
      ...(spec.method === "POST" && { locked }),
      ...(spec.asksBank && { takesMs: sandbox.options.bankMs ?? 0 }),
    });
    return c.json(answer.body, answer.status as ContentfulStatusCode, {
      "Request-Id": requestId,
      ...(key !== undefined && { "Idempotency-Key": key, "Original-Request": replay ?? requestId }),
      ...(replay !== null && { "Idempotent-Replayed": "true" }),
    });
  });
}

function run<S extends z.ZodType>(
  work: Work,
  spec: Spec<S>,
  { id, given, caller }: { id: string; given: Params; caller: Caller },
): Answer {
  const { key: _key, ...rest } = given;
  const params = validParams(spec.params, rest);
  const { status, body } = spec.run(work, { id, params, caller });
  const paths = (params as { expand?: string[] }).expand ?? [];
  return { status, body: viewFor(caller, status === 200 ? expanded(work, body, paths) : body) };
}

async function paramsOf(c: Context, method: "GET" | "POST" | "DELETE"): Promise<Params> {
  const encoded = method === "POST" ? await c.req.text() : new URL(c.req.url).search.slice(1);
  const params = parseForm(encoded);
  if (!params) throw new ApiError(400, "Invalid request: the parameters cannot be read.");
  return params;
}

function failed(status: number): ApiError {
  if (status === 429) {
    return new ApiError(429, "Too many requests in a short time.", {
      type: "rate_limit_error",
      code: "rate_limit",
    });
  }
  if (status === 400) return new ApiError(400, "This call was ordered to fail.");
  return new ApiError(status, "An unknown error occurred.", { type: "api_error" });
}

function locked(): ApiError {
  return new ApiError(
    429,
    "This object cannot be accessed right now because another API request or Stripe process is currently accessing it.",
    { code: "lock_timeout" },
  );
}

function otherQuestion(key: string): ApiError {
  return new ApiError(
    400,
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: "idempotency_error" },
  );
}
