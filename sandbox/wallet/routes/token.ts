import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import { issueToken } from "../http/token";
import { WalletError } from "../http/wallet-error";

/** /v1/oauth2/token */
export function tokenRoutes(app: App, { options, orders }: Sandbox): void {
  app.post("/v1/oauth2/token", async (c) => {
    const failure = orders.take("failNext", { call: "POST /v1/oauth2/token" });
    if (failure) throw new WalletError(failure, "ORDERED", "This call was ordered to fail.");
    const token = issueToken(options.wallet, c.req.header("authorization"));
    const grant = new URLSearchParams(await c.req.text()).get("grant_type");
    if (grant !== "client_credentials") throw new WalletError(400, "unsupported_grant_type");
    return c.json(token);
  });
}
