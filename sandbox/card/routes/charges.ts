import { z } from "zod";
import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import { missing } from "../http/api-error";
import { endpoint, ok } from "../http/endpoint";
import { listed } from "../http/lists";
import { expand, page, params } from "../http/params";

/** /v1/charges */
export function chargeRoutes(app: App, sandbox: Sandbox): void {
  const path = "/v1/charges";
  endpoint(app, sandbox, {
    method: "GET",
    path,
    access: "secret",
    params: params({ payment_intent: z.string().optional(), ...page }),
    run: (work, { params }) => {
      const charges = work
        .all("charge")
        .filter(
          ({ payment_intent: of }) => params.payment_intent === undefined || of === params.payment_intent,
        );
      return listed(path, charges, params);
    },
  });
  endpoint(app, sandbox, {
    method: "GET",
    path: `${path}/:id`,
    access: "secret",
    params: params({ expand }),
    run: (work, { id }) => {
      const charge = work.find("charge", id);
      if (!charge) throw missing("charge", id);
      return ok(charge);
    },
  });
}
