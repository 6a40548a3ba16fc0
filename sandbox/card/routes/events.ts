import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import { readable } from "../http/readable";

/** /v1/events */
export function eventRoutes(app: App, sandbox: Sandbox): void {
  readable(app, sandbox, {
    path: "/v1/events",
    kind: "event",
    by: ["type"],
    view: (event) => ({ ...event, pending_webhooks: sandbox.store.fateOf(event.id) ? 0 : 1 }),
  });
}
