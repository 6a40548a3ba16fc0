import { randomUUID } from "node:crypto";
import { expect, inject } from "vitest";
import { z } from "zod";
import { ERROR_STATUS, type ErrorCode } from "@/lib/ground/errors";
import { STREAM_TYPE } from "@/lib/server/live/event";
import { type Call, contract, errorSchema, statusOf } from "@/lib/web/contract";
import { errorsOf } from "@/lib/web/openapi";
import type { Stack } from "./stack";

declare module "vitest" {
  interface ProvidedContext {
    /** Running applications, one for each worker of Vitest. */
    stacks: Stack[];
  }
}

/** The application of the files that run in this worker, one after the other. */
export function ownStack(): Stack {
  const stacks = inject("stacks");
  const stack = stacks[(Number(process.env.VITEST_POOL_ID) - 1) % stacks.length];
  if (!stack) throw new Error("no application runs for this test");
  return stack;
}

type Sent = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
};

type Answer = { status: number; headers: Headers; body: unknown };

const problemSchema = z.strictObject({
  ...errorSchema.shape,
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
});

/** A caller with cookies of its own. Every answer is compared with the contract, errors included. */
export class Client {
  cookie = "";

  constructor(readonly base: string = ownStack().appUrl) {}

  /** Makes a call of the contract. */
  async call(call: Call, sent: Sent = {}): Promise<Answer> {
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(sent.params?.[name] ?? ""),
    );
    const query = sent.query ? `?${new URLSearchParams(sent.query)}` : "";
    const answer = await this.send(call.method, `${path}${query}`, sent);
    expectContract(call, answer);
    return answer;
  }

  /** Sends anything to any path. */
  async send(
    method: string,
    path: string,
    { body, headers = {} }: Omit<Sent, "params" | "query"> = {},
  ): Promise<Answer> {
    const raw = typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
    const response = await fetch(`${this.base}${path}`, {
      method,
      redirect: "manual",
      headers: {
        // An idle connection is closed by the server just when a slow machine sends on it again.
        connection: "close",
        // Nothing here is about compression, which costs the server a tenth of its time.
        "accept-encoding": "identity",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(this.cookie && { cookie: this.cookie }),
        ...headers,
      },
      ...(raw !== undefined && { body: raw as BodyInit }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ""] = set.split(";");
      if (/session/.test(pair)) this.cookie = pair.endsWith("=") ? "" : pair;
    }
    const text = await textOf(response);
    const isJson = response.headers.get("content-type")?.includes("application/json");
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  /** Opens an account; the client is signed in afterwards. */
  async register(name = "Noor"): Promise<{ id: string; username: string; password: string }> {
    const username = `u${randomUUID().slice(0, 12)}`;
    const password = `steun-${randomUUID()}`;
    const { body } = await this.call(contract.register, {
      body: { username, password, name, email: `${username}@example.org` },
    });
    return { ...(body as { user: { id: string } }).user, username, password };
  }

  /** A signed-in person who may ask. */
  async requester(name?: string): Promise<{ id: string; username: string }> {
    const person = await this.register(name);
    await this.call(contract.updateUser, {
      body: { paymentMethod: "paypal", paypalEmail: "payout@example.org" },
    });
    return person;
  }

  /** Asks for something; `goal` in cents. */
  async ask(goal = 10_000, item = "A winter coat"): Promise<{ id: string; userId: string }> {
    const { status, body } = await this.call(contract.createRequest, {
      body: { item, description: "It is getting cold.", goal },
    });
    expect(status).toBe(201);
    return body as { id: string; userId: string };
  }
}

function expectContract(call: Call, { status, headers, body }: Answer): void {
  expect(headers.get("x-request-id")).toBeTruthy();
  expect(headers.get("cache-control")).toContain("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  if (status < 400) {
    expect(status).toBe(statusOf(call));
    if (call.answer) expect(strict(call.answer).parse(body)).toEqual(body);
    return;
  }
  const problem = problemSchema.parse(body);
  expect(problem.error).toBe(problem.message);
  expect(status).toBe(ERROR_STATUS[problem.code]);
  expect(errorsOf(call)).toContain(problem.code);
}

/** The schema as it must fit a real answer, which has no field beside the contract's. */
function strict(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodArray) return z.array(strict(schema.element as z.ZodType));
  return schema instanceof z.ZodObject && schema.def.catchall === undefined ? schema.strict() : schema;
}

/** What was answered; of a stream, which does not end, what it sends in its first second. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get("content-type") !== STREAM_TYPE || !response.body) return response.text();
  const reader = response.body.getReader();
  setTimeout(() => void reader.cancel(), 1_000);
  const decoder = new TextDecoder();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
  }
  return text;
}

/** Pays a payment at the sandbox, as the browser's card form does. */
export async function pay(
  clientSecret: string,
  number = "4242424242424242",
  { appUrl, sandboxUrl, publishableKey }: Stack = ownStack(),
): Promise<{ status: number; body: unknown }> {
  const id = clientSecret.split("_secret_")[0];
  const response = await fetch(`${sandboxUrl}/v1/payment_intents/${id}/confirm`, {
    method: "POST",
    body: new URLSearchParams({
      key: publishableKey,
      client_secret: clientSecret,
      return_url: `${appUrl}/payment-success`,
      "payment_method_data[type]": "card",
      "payment_method_data[card][number]": number,
      "payment_method_data[card][exp_month]": "12",
      "payment_method_data[card][exp_year]": "2034",
      "payment_method_data[card][cvc]": "123",
    }),
  });
  return { status: response.status, body: await response.json() };
}

/** Calls the sandbox's control API: requests a fault, or runs a command on a payment. */
export async function sandbox(
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: unknown,
  { sandboxUrl, secretKey }: Stack = ownStack(),
): Promise<unknown> {
  const response = await fetch(`${sandboxUrl}/_sandbox${path}`, {
    method,
    headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Waits until a condition is true, at most ten seconds. */
export async function eventually<T>(look: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const value = await look();
    if (holds(value) || tries === 100) {
      expect(holds(value), JSON.stringify(value)).toBe(true);
      return value;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
