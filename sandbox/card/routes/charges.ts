import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import { readable } from "../http/readable";

/** /v1/charges */
export function chargeRoutes(app: App, sandbox: Sandbox): void {
  readable(app, sandbox, { path: "/v1/charges", kind: "charge", by: ["payment_intent", "customer"] });
}
