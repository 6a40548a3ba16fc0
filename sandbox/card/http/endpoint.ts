import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type Stripe from "stripe";
import type { z } from "zod";
import { type App, type CallName, partsOf } from "../../http/app";
import { serve } from "../../http/serve";
import { newId } from "../../ids";
import type { Sandbox } from "../../sandbox";
import type { Answer } from "../../state/store";
import type { UnitOfWork } from "../../state/unit-of-work";
import { ApiError } from "./api-error";
import { assertSecret, type Caller, callerOf } from "./auth";
import { expanded } from "./expand";
import { type Params, parseForm } from "./form";
import { expand, params as paramsSchema, validParams } from "./params";

const expandOnly = paramsSchema({ expand });

type Spec<S extends z.ZodType> = {
  /** `publishable`: a browser may call it too, with the payment's client secret. */
  access?: "publishable";
  /** `expand[]` alone by default. */
  params?: S;
  /** It asks a bank, which takes `bankMs`. */
  asksBank?: true;
  /** It can be made for a connected account, which the header Stripe-Account names. */
  onAccount?: true;
  run: (work: UnitOfWork, call: Call<z.output<S>>) => Answer;
};

/** `account` is the connected account that a call is made for; null for the platform. */
type Call<P> = { id: string; params: P; caller: Caller; account: string | null };

export const ok = (body: unknown): Answer => ({ status: 200, body });

/** Adds one call of the card provider's API, with API keys, form parameters, `expand[]` and idempotency. */
export function endpoint<S extends z.ZodType>(
  app: App,
  sandbox: Sandbox,
  call: CallName,
  spec: Spec<S>,
): void {
  const [method, path] = partsOf(call);
  app.on(method, path, async (c) => {
    const requestId = newId("req", 14);
    const id = c.req.param("id") ?? "";
    const { key: keyParameter, ...form } = await paramsOf(c, method);
    const caller = callerOf(sandbox.options, c.req.header("authorization"), keyParameter);
    if (spec.access !== "publishable") assertSecret(caller);
    const account = accountOf(sandbox, call, spec.onAccount, c.req.header("stripe-account"));
    // What is malformed is not executed, so its key does not remember it.
    const params = validParams(spec.params ?? expandOnly, form) as z.output<S>;
    const key = method === "POST" ? c.req.header("idempotency-key") : undefined;
    const { answer, replay } = await serve(c, sandbox, {
      call,
      subject: id || account || named(form, "payment_intent") || named(form, "source_transaction"),
      key: key === undefined ? null : [caller, ...(account === null ? [] : [account]), key].join(" "),
      request: withoutCard(form),
      requestId,
      cause: { id: requestId, idempotency_key: key ?? null },
      act: (work) => {
        const { status, body } = spec.run(work, { id, params, caller, account });
        const paths = (params as { expand?: string[] }).expand ?? [];
        return { status, body: viewFor(caller, status === 200 ? expanded(work, body, paths) : body) };
      },
      keepsFailures: true,
      view: (body) => viewFor(caller, body),
      injected,
      keyReused: () => keyReused(key ?? ""),
      ...(method === "POST" && { locked }),
      ...(spec.asksBank && { durationMs: sandbox.options.bankMs ?? 0 }),
    });
    return c.json(answer.body, answer.status as ContentfulStatusCode, {
      "Request-Id": requestId,
      ...(key !== undefined && { "Idempotency-Key": key, "Original-Request": replay ?? requestId }),
      ...(replay !== null && { "Idempotent-Replayed": "true" }),
    });
  });
}

/** @throws ApiError account_invalid */
function accountOf(
  { store }: Sandbox,
  call: CallName,
  onAccount: boolean | undefined,
  id: string | undefined,
): string | null {
  if (id === undefined) return null;
  if (!onAccount) throw new ApiError(400, `The sandbox does not make ${call} for a connected account.`);
  const account = store.find("connected_account", id);
  if (account && (call.startsWith("GET ") || !account.closed)) return id;
  throw new ApiError(
    403,
    `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
    { code: "account_invalid" },
  );
}

function named(form: Params, name: string): string | undefined {
  const value = form[name];
  return typeof value === "string" ? value : undefined;
}

async function paramsOf(c: Context, method: string): Promise<Params> {
  const encoded = method === "POST" ? await c.req.text() : new URL(c.req.url).search.slice(1);
  const params = parseForm(encoded);
  if (!params) throw new ApiError(400, "Invalid request: the parameters cannot be read.");
  return params;
}

function injected(status: number): ApiError {
  if (status === 429) {
    return new ApiError(429, "Too many requests in a short time.", {
      type: "rate_limit_error",
      code: "rate_limit",
    });
  }
  if (status === 400) return new ApiError(400, "A test requested that this call fails.");
  return new ApiError(status, "An unknown error occurred.", { type: "api_error" });
}

function locked(): ApiError {
  return new ApiError(
    429,
    "This object cannot be accessed right now because another API request or Stripe process is currently accessing it.",
    { code: "lock_timeout" },
  );
}

function keyReused(key: string): ApiError {
  return new ApiError(
    400,
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: "idempotency_error" },
  );
}

/** The parameters as they are compared and stored: of a card only the last four digits, in no digest either. */
function withoutCard(form: Params): unknown {
  return JSON.parse(
    JSON.stringify(form, (name, value) => {
      if (name === "cvc") return undefined;
      return name === "number" ? String(value).slice(-4) : value;
    }),
  );
}

/** A body as the caller may see it: a browser sees no metadata of a payment, not in errors either. */
function viewFor<T>(caller: Caller, body: T): T {
  if (caller === "secret" || typeof body !== "object" || body === null) return body;
  if ("object" in body && body.object === "payment_intent") return publicIntent(body);
  if (!("error" in body) || typeof body.error !== "object" || body.error === null) return body;
  if (!("payment_intent" in body.error)) return body;
  return { ...body, error: { ...body.error, payment_intent: publicIntent(body.error.payment_intent) } };
}

function publicIntent<T>(intent: T): T {
  const {
    metadata: _metadata,
    latest_charge: _charge,
    application_fee_amount: _fee,
    ...shown
  } = intent as Stripe.PaymentIntent;
  return shown as T;
}
