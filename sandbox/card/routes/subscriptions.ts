import { z } from "zod";
import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import { endpoint, ok } from "../http/endpoint";
import { expand, params } from "../http/params";
import { readable } from "../http/readable";
import { cancelSubscription, findSubscription } from "../provider/subscriptions";

/** /v1/subscriptions, which begin on a hosted page. */
export function subscriptionRoutes(app: App, sandbox: Sandbox): void {
  const path = "/v1/subscriptions";
  readable(app, sandbox, { path, kind: "subscription", by: ["customer"] });
  endpoint(app, sandbox, {
    method: "DELETE",
    path: `${path}/:id`,
    access: "secret",
    params: params({
      invoice_now: z.literal("false").optional(),
      prorate: z.literal("false").optional(),
      expand,
    }),
    run: (work, { id }) => ok(cancelSubscription(work, findSubscription(work, id))),
  });
}
