import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import { readable } from "../http/readable";

/** /v1/disputes */
export function disputeRoutes(app: App, sandbox: Sandbox): void {
  readable(app, sandbox, { path: "/v1/disputes", kind: "dispute", by: ["charge", "payment_intent"] });
}
