import { z } from "zod";
import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import { certificateUrl, isSigned } from "../events/signature";
import { endpoint, ok } from "../http/endpoint";

/** /v1/notifications/verify-webhook-signature: whether an event that a merchant received came from here. */
export function verifyRoutes(app: App, sandbox: Sandbox): void {
  const text = z.string().min(1).max(500);
  endpoint(app, sandbox, {
    method: "POST",
    path: "/v1/notifications/verify-webhook-signature",
    asks: z.strictObject({
      auth_algo: text,
      cert_url: text,
      transmission_id: text,
      transmission_sig: text,
      transmission_time: text,
      webhook_id: text,
      webhook_event: z.record(z.string(), z.unknown()),
    }),
    run: (_work, { asked }) => {
      const transmission = {
        id: asked.transmission_id,
        time: asked.transmission_time,
        webhookId: asked.webhook_id,
        body: JSON.stringify(asked.webhook_event, null, 2),
      };
      const ours = asked.cert_url === certificateUrl(sandbox.options);
      const valid = ours && isSigned(sandbox.options, transmission, asked.transmission_sig);
      return ok({ verification_status: valid ? "SUCCESS" : "FAILURE" });
    },
  });
}
