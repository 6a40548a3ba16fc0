import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";

type Env = { Bindings: HttpBindings };
export type App = Hono<Env>;
export type Ctx = Context<Env>;

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
