import { z } from "zod";
import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import { missing } from "../http/api-error";
import { endpoint, ok } from "../http/endpoint";
import { listed } from "../http/lists";
import { expand, page, params } from "../http/params";
import { isAbout } from "./refunds";

/** /v1/disputes */
export function disputeRoutes(app: App, sandbox: Sandbox): void {
  const path = "/v1/disputes";
  endpoint(app, sandbox, {
    method: "GET",
    path,
    access: "secret",
    params: params({ charge: z.string().optional(), payment_intent: z.string().optional(), ...page }),
    run: (work, { params }) => listed(path, work.all("dispute").filter(isAbout(params)), params),
  });
  endpoint(app, sandbox, {
    method: "GET",
    path: `${path}/:id`,
    access: "secret",
    params: params({ expand }),
    run: (work, { id }) => {
      const dispute = work.find("dispute", id);
      if (!dispute) throw missing("dispute", id);
      return ok(dispute);
    },
  });
}
