import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import { challengeRoutes } from "./challenge";
import { chargeRoutes } from "./charges";
import { checkoutRoutes } from "./checkout";
import { checkoutSessionRoutes } from "./checkout-sessions";
import { disputeRoutes } from "./disputes";
import { eventRoutes } from "./events";
import { invoiceRoutes } from "./invoices";
import { paymentIntentRoutes } from "./payment-intents";
import { paymentMethodRoutes } from "./payment-methods";
import { refundRoutes } from "./refunds";
import { subscriptionRoutes } from "./subscriptions";

/** The card provider's API and pages. */
export function cardRoutes(app: App, sandbox: Sandbox): void {
  paymentIntentRoutes(app, sandbox);
  chargeRoutes(app, sandbox);
  refundRoutes(app, sandbox);
  disputeRoutes(app, sandbox);
  eventRoutes(app, sandbox);
  checkoutSessionRoutes(app, sandbox);
  subscriptionRoutes(app, sandbox);
  invoiceRoutes(app, sandbox);
  paymentMethodRoutes(app, sandbox);
  challengeRoutes(app, sandbox);
  checkoutRoutes(app, sandbox);
}
