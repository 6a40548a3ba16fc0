import { setTimeout as wait } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import { newId } from "../../ids";
import type { Sandbox } from "../../sandbox";
import type { Answer } from "../../state/store";
import { Work } from "../../state/work";
import { ApiError } from "./api-error";
import { assertSecret, type Caller, callerOf } from "./auth";
import { expanded } from "./expand";
import { fingerprint } from "./fingerprint";
import { type Params, parseForm } from "./form";
import { validParams } from "./params";
import { viewFor } from "./public-view";

export type App = Hono<{ Bindings: HttpBindings }>;

type Spec<S extends z.ZodType> = {
  method: "GET" | "POST";
  path: string;
  /** `publishable`: a browser may call it too, with the payment's client secret. */
  access: Caller;
  params: S;
  run: (work: Work, call: { id: string; params: z.output<S>; caller: Caller }) => Answer;
};

export const ok = (body: unknown): Answer => ({ status: 200, body });

/**
 * Serves one call of the provider's API: key, parameters, idempotency, orders, one line in the journal for all it changed, and the events it
 * caused.
 */
export function endpoint<S extends z.ZodType>(app: App, sandbox: Sandbox, spec: Spec<S>): void {
  const { store, orders, dispatcher } = sandbox;
  app.on(spec.method, spec.path, async (c) => {
    const requestId = newId("req", 14);
    const id = c.req.param("id") ?? "";
    const given = await paramsOf(c, spec.method);
    const caller = callerOf(sandbox.options, c.req.header("authorization"), given.key);
    if (spec.access === "secret") assertSecret(caller);
    const payment = id || (typeof given.payment_intent === "string" ? given.payment_intent : undefined);
    const occasion = { call: `${spec.method} ${spec.path}`, payment };
    const failure = orders.take("failNext", occasion);
    if (failure) throw failed(failure);

    const key = spec.method === "POST" ? c.req.header("idempotency-key") : undefined;
    const scopedKey = `${caller} ${key}`;
    const print = fingerprint(spec.method, c.req.path, given);
    const replay = key === undefined ? null : store.answerFor(scopedKey);
    if (replay && replay.fingerprint !== print) throw otherQuestion(key ?? "");
    const answer = replay ?? act();

    const late = orders.take("answerAfterMs", occasion);
    if (late) await wait(late);
    const fault = orders.take("timeoutAfterActing", occasion);
    if (fault) await leaveUnanswered(c, fault);
    return c.json(answer.body, answer.status as ContentfulStatusCode, {
      "Request-Id": requestId,
      ...(key !== undefined && {
        "Idempotency-Key": key,
        "Original-Request": replay?.requestId ?? requestId,
      }),
      ...(replay && { "Idempotent-Replayed": "true" }),
    });

    function act(): Answer {
      const work = new Work(store, { id: requestId, idempotency_key: key ?? null });
      try {
        const done = run(work, spec, { id, given, caller });
        store.commit(
          work,
          key === undefined ? undefined : { ...done, key: scopedKey, fingerprint: print, requestId },
        );
        dispatcher.dispatch(work.events);
        return done;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return { status: error.status, body: viewFor(caller, error.body) };
      }
    }
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

async function paramsOf(c: Context, method: "GET" | "POST"): Promise<Params> {
  const encoded = method === "GET" ? new URL(c.req.url).search.slice(1) : await c.req.text();
  const params = parseForm(encoded);
  if (!params) throw new ApiError(400, "Invalid request: the parameters cannot be read.");
  return params;
}

/** The caller never learns what its call did. */
async function leaveUnanswered(
  c: Context<{ Bindings: HttpBindings }>,
  how: "silence" | "cut",
): Promise<void> {
  const { incoming, outgoing } = c.env;
  const gone = new Promise((resolve) => outgoing.once("close", resolve));
  if (how === "cut") incoming.socket.destroy();
  await gone;
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

function otherQuestion(key: string): ApiError {
  return new ApiError(
    400,
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: "idempotency_error" },
  );
}
