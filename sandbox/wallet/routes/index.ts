import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import { injectedError } from "../http/endpoint";
import { issueToken } from "../http/token";
import { WalletError } from "../http/wallet-error";
import { approveRoutes } from "./approve";
import { disputeRoutes } from "./disputes";
import { orderRoutes } from "./orders";
import { paymentRoutes } from "./payments";
import { payoutRoutes } from "./payouts";
import { planRoutes } from "./plans";
import { subscriptionRoutes } from "./subscriptions";
import { verifyRoutes } from "./verify";

/** The wallet provider's API and pages. */
export function walletRoutes(app: App, sandbox: Sandbox): void {
  tokenRoutes(app, sandbox);
  orderRoutes(app, sandbox);
  paymentRoutes(app, sandbox);
  planRoutes(app, sandbox);
  subscriptionRoutes(app, sandbox);
  disputeRoutes(app, sandbox);
  payoutRoutes(app, sandbox);
  verifyRoutes(app, sandbox);
  approveRoutes(app, sandbox);
}

/** /v1/oauth2/token */
function tokenRoutes(app: App, { options, faults }: Sandbox): void {
  app.post("/v1/oauth2/token", async (c) => {
    const failure = faults.take("failNext", { call: "POST /v1/oauth2/token" });
    if (failure) throw injectedError(failure);
    const token = issueToken(options.wallet, c.req.header("authorization"));
    const grant = new URLSearchParams(await c.req.text()).get("grant_type");
    if (grant !== "client_credentials") throw new WalletError(400, "unsupported_grant_type");
    return c.json(token);
  });
}
