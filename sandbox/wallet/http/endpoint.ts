import type { ContentfulStatusCode } from "hono/utils/http-status";
import { z } from "zod";
import { type App, type CallName, type Ctx, partsOf } from "../../http/app";
import { serve } from "../../http/serve";
import type { Sandbox } from "../../sandbox";
import type { Answer } from "../../state/store";
import type { UnitOfWork } from "../../state/unit-of-work";
import type { Link } from "../api";
import { randomId } from "../ids";
import { statusOf } from "../issues";
import { assertToken } from "./token";
import { refusal, WalletError } from "./wallet-error";

type Spec<S extends z.ZodType> = {
  /** The body of a POST, or the query of a GET; nothing by default. */
  input?: S;
  run: (work: UnitOfWork, call: { id: string; input: z.output<S> }) => Answer;
  /** Applied when a test requested a refusal; returns the links of the error. */
  onRefused?: (work: UnitOfWork, id: string) => Link[];
  /** The body of a refusal that a test requested, where it differs from that of other calls. */
  refusal?: (status: number, issue: string) => object;
};

const nothing = z.strictObject({});
export const ok = (body: unknown): Answer => ({ status: 200, body });
export const created = (body: unknown): Answer => ({ status: 201, body });
export const done: Answer = { status: 204, body: null };

/** Adds one call of the wallet provider's API, with its token, JSON and idempotency. */
export function endpoint<S extends z.ZodType>(
  app: App,
  sandbox: Sandbox,
  call: CallName,
  spec: Spec<S>,
): void {
  const [method, path] = partsOf(call);
  app.on(method, path, async (c) => {
    assertToken(sandbox.options.wallet, c.req.header("authorization"));
    const id = c.req.param("id") ?? "";
    const body = method === "GET" ? c.req.query() : await bodyOf(c);
    const key = method === "POST" ? c.req.header("paypal-request-id") : undefined;
    const requestId = randomId(13);
    const { answer } = await serve(c, sandbox, {
      call,
      subject: id || undefined,
      // The provider scopes a request id to one kind of call.
      key: key === undefined ? null : `wallet ${path} ${key}`,
      request: body,
      requestId,
      cause: null,
      act: (work) => {
        const input = valid(spec.input ?? nothing, body) as z.output<S>;
        const issue = sandbox.faults.take("refuse", { call, payment: id || undefined });
        if (issue === undefined) return spec.run(work, { id, input });
        // The refusal is stored for the request id, as the provider does.
        const status = statusOf(call, issue) ?? 422;
        const links = () => spec.onRefused?.(work, id);
        return { status, body: spec.refusal?.(status, issue) ?? refusal(status, issue, issue, links()) };
      },
      injected: injectedError,
      keyReused: () => new WalletError(422, "DUPLICATE_REQUEST_ID"),
    });
    c.header("PayPal-Debug-Id", requestId);
    if (answer.body === null) return c.body(null, answer.status as 204);
    return c.json(answer.body, answer.status as ContentfulStatusCode);
  });
}

/** The error of a call that a test requested to fail. */
export function injectedError(status: number): WalletError {
  return new WalletError(status, "INJECTED_FAULT", "A test requested that this call fails.");
}

async function bodyOf(c: Ctx): Promise<unknown> {
  try {
    return JSON.parse((await c.req.text()) || "{}");
  } catch {
    throw new WalletError(400, "MALFORMED_REQUEST_JSON");
  }
}

function valid<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new WalletError(400, "INVALID_PARAMETER_VALUE", `/${issue?.path.join("/")}: ${issue?.message}`);
}
