import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";

type Env = { Bindings: HttpBindings };
export type App = Hono<Env>;
export type Ctx = Context<Env>;
