import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";

type Env = { Bindings: HttpBindings };
export type App = Hono<Env>;
export type Ctx = Context<Env>;

/** A call as documented, such as `POST /v1/refunds`. */
export type CallName = `${"GET" | "POST" | "DELETE"} /${string}`;

export function partsOf(call: CallName): [method: string, path: string] {
  const [method = "", path = ""] = call.split(" ");
  return [method, path];
}

/** An error with the provider's body. Throwing it discards the changes of the call. */
export class Failure extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly body: object,
  ) {
    super(message);
  }
}
