import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import { approveRoutes } from "./approve";
import { disputeRoutes } from "./disputes";
import { orderRoutes } from "./orders";
import { paymentRoutes } from "./payments";
import { planRoutes } from "./plans";
import { subscriptionRoutes } from "./subscriptions";
import { tokenRoutes } from "./token";
import { verifyRoutes } from "./verify";

/** The wallet provider's API and pages. */
export function walletRoutes(app: App, sandbox: Sandbox): void {
  tokenRoutes(app, sandbox);
  orderRoutes(app, sandbox);
  paymentRoutes(app, sandbox);
  planRoutes(app, sandbox);
  subscriptionRoutes(app, sandbox);
  disputeRoutes(app, sandbox);
  verifyRoutes(app, sandbox);
  approveRoutes(app, sandbox);
}
