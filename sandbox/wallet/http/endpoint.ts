import { createHash } from "node:crypto";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { z } from "zod";
import type { App, Ctx } from "../../http/app";
import { serve } from "../../http/serve";
import type { Sandbox } from "../../sandbox";
import type { Answer } from "../../state/store";
import type { Work } from "../../state/work";
import type { Link } from "../api";
import { statusOf } from "../described";
import { capitals } from "../ids";
import { assertToken } from "./token";
import { refusal, WalletError } from "./wallet-error";

type Spec<S extends z.ZodType> = {
  method: "GET" | "POST";
  path: string;
  /** The body of a POST, or what stands after the `?` of a GET. */
  asks: S;
  run: (work: Work, call: { id: string; asked: z.output<S> }) => Answer;
  /** What an ordered refusal changes, and the links that come with it. */
  onRefused?: (work: Work, id: string) => Link[];
};

export const nothing = z.strictObject({});
export const ok = (body: unknown): Answer => ({ status: 200, body });
export const created = (body: unknown): Answer => ({ status: 201, body });
export const done: Answer = { status: 204, body: null };

/** Serves one call of the wallet provider's API: token and JSON, and what every call has. */
export function endpoint<S extends z.ZodType>(app: App, sandbox: Sandbox, spec: Spec<S>): void {
  app.on(spec.method, spec.path, async (c) => {
    assertToken(sandbox.options.wallet, c.req.header("authorization"));
    const id = c.req.param("id") ?? "";
    const body = spec.method === "GET" ? c.req.query() : await bodyOf(c);
    const key = spec.method === "POST" ? c.req.header("paypal-request-id") : undefined;
    const requestId = capitals(13);
    const question = [spec.method, c.req.path, JSON.stringify(body)].join("\n");
    const call = `${spec.method} ${spec.path}`;
    const { answer } = await serve(c, sandbox, {
      call,
      about: id || undefined,
      // A request id counts for one kind of call.
      key: key === undefined ? null : `wallet ${spec.path} ${key}`,
      print: createHash("sha256").update(question).digest("hex"),
      requestId,
      cause: null,
      act: (work) => {
        const asked = valid(spec.asks, body);
        const issue = sandbox.orders.take("refuse", { call, payment: id || undefined });
        if (issue === undefined) return spec.run(work, { id, asked });
        // The same request id is answered the same for as long as the provider keeps it.
        const status = statusOf(call, issue) ?? 422;
        return { status, body: refusal(status, issue, issue, spec.onRefused?.(work, id)) };
      },
      ordered: (status) => new WalletError(status, "ORDERED", "This call was ordered to fail."),
      reused: () => new WalletError(422, "DUPLICATE_REQUEST_ID"),
    });
    c.header("PayPal-Debug-Id", requestId);
    if (answer.body === null) return c.body(null, answer.status as 204);
    return c.json(answer.body, answer.status as ContentfulStatusCode);
  });
}

async function bodyOf(c: Ctx): Promise<unknown> {
  try {
    return JSON.parse((await c.req.text()) || "{}");
  } catch {
    throw new WalletError(400, "MALFORMED_REQUEST_JSON");
  }
}

function valid<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new WalletError(400, "INVALID_PARAMETER_VALUE", `/${issue?.path.join("/")}: ${issue?.message}`);
}
