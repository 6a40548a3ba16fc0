import type Stripe from "stripe";
import { z } from "zod";
import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import { missing } from "../http/api-error";
import { endpoint, ok } from "../http/endpoint";
import { listed } from "../http/lists";
import { expand, page, params } from "../http/params";

/** /v1/events */
export function eventRoutes(app: App, sandbox: Sandbox): void {
  const path = "/v1/events";
  const current = (event: Stripe.Event): Stripe.Event => ({
    ...event,
    pending_webhooks: sandbox.store.fateOf(event.id) ? 0 : 1,
  });
  endpoint(app, sandbox, {
    method: "GET",
    path,
    access: "secret",
    params: params({ type: z.string().optional(), ...page }),
    run: (work, { params }) => {
      const events = work
        .all("event")
        .filter(({ type }) => params.type === undefined || type === params.type);
      return listed(path, events.map(current), params);
    },
  });
  endpoint(app, sandbox, {
    method: "GET",
    path: `${path}/:id`,
    access: "secret",
    params: params({ expand }),
    run: (work, { id }) => {
      const event = work.find("event", id);
      if (!event) throw missing("event", id);
      return ok(current(event));
    },
  });
}
