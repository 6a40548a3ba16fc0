import type { ContentfulStatusCode } from "hono/utils/http-status";
import { z } from "zod";
import { type App, type CallName, type Ctx, Failure, partsOf } from "../../http/app";
import { serve } from "../../http/serve";
import { newId } from "../../ids";
import type { Sandbox } from "../../sandbox";
import type { Answer } from "../../state/store";
import type { UnitOfWork } from "../../state/unit-of-work";
import { assertSecret, callerOf } from "./auth";
import { parseForm } from "./form";

type Spec<S extends z.ZodType> = {
  /** The JSON body of a POST, the query of a GET. */
  params: S;
  run: (work: UnitOfWork, call: { id: string; params: z.output<S> }) => Answer;
};

/** Adds one call of the second version of the card provider's API: JSON, a version in a header, idempotency keys. */
export function v2Endpoint<S extends z.ZodType>(
  app: App,
  sandbox: Sandbox,
  call: CallName,
  spec: Spec<S>,
): void {
  const [method, path] = partsOf(call);
  app.on(method, path, async (c) => {
    const requestId = newId("req", 14);
    const id = c.req.param("id") ?? "";
    assertSecret(callerOf(sandbox.options, c.req.header("authorization"), undefined));
    const version = versionOf(c);
    const input = await inputOf(c, method);
    const key = method === "POST" ? c.req.header("idempotency-key") : undefined;
    const { answer, replay } = await serve(c, sandbox, {
      call,
      subject: id || accountIn(input),
      key: key === undefined ? null : `v2 ${key}`,
      request: input,
      requestId,
      cause: { id: requestId, idempotency_key: key ?? null },
      act: (work) => spec.run(work, { id, params: valid(spec.params, input) }),
      injected,
      keyReused: () =>
        new V2Error(400, "idempotency_error", `The key '${key}' was used with different parameters.`),
      ...(method === "POST" && {
        locked: () => new V2Error(429, "rate_limit", "Another request is changing this object."),
      }),
    });
    return c.json(answer.body as object, answer.status as ContentfulStatusCode, {
      "Request-Id": requestId,
      "Stripe-Version": version,
      ...(key !== undefined && { "Idempotency-Key": key }),
      ...(replay !== null && { "Idempotent-Replayed": "true" }),
    });
  });
}

/** @throws V2Error when the header is missing: unlike the first version, this one has no default */
function versionOf(c: Ctx): string {
  const version = c.req.header("stripe-version");
  if (!version) throw new V2Error(400, "missing_version", "The header Stripe-Version is required.");
  return version;
}

async function inputOf(c: Ctx, method: string): Promise<unknown> {
  if (method === "GET") return parseForm(new URL(c.req.url).search.slice(1)) ?? {};
  const text = await c.req.text();
  try {
    return text === "" ? {} : JSON.parse(text);
  } catch {
    throw new V2Error(400, "invalid_json", "The body is not JSON.");
  }
}

/** @throws V2Error that names the wrong field */
function valid<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new V2Error(400, "invalid_fields", z.prettifyError(parsed.error));
}

function accountIn(input: unknown): string | undefined {
  const account =
    typeof input === "object" && input !== null && "account" in input ? input.account : undefined;
  return typeof account === "string" ? account : undefined;
}

function injected(status: number): V2Error {
  if (status === 429) return new V2Error(429, "rate_limit", "Too many requests in a short time.");
  return new V2Error(status, "requested_failure", "A test requested that this call fails.");
}

/** An error in the format of the second version of the card provider's API. */
export class V2Error extends Failure {
  constructor(status: number, code: string, message: string) {
    const type = TYPES.has(code) ? { type: code } : {};
    super(status, message, { error: { ...type, code, message } });
  }
}

/** The errors that the official library knows by their type; it knows the others by their code. */
const TYPES = new Set(["cannot_proceed", "idempotency_error", "rate_limit"]);
