import { z } from "zod";
import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import { certificateUrl, isSigned } from "../events";
import { endpoint, ok } from "../http/endpoint";

/** /v1/notifications/verify-webhook-signature: whether an event came from this sandbox. */
export function verifyRoutes(app: App, sandbox: Sandbox): void {
  const text = z.string().min(1).max(500);
  endpoint(app, sandbox, "POST /v1/notifications/verify-webhook-signature", {
    input: z.strictObject({
      auth_algo: text,
      cert_url: text,
      transmission_id: text,
      transmission_sig: text,
      transmission_time: text,
      webhook_id: text,
      webhook_event: z.record(z.string(), z.unknown()),
    }),
    run: (_work, { input }) => {
      const transmission = {
        id: input.transmission_id,
        time: input.transmission_time,
        webhookId: input.webhook_id,
        body: JSON.stringify(input.webhook_event, null, 2),
      };
      const ours = input.cert_url === certificateUrl(sandbox.options);
      const valid = ours && isSigned(sandbox.options, transmission, input.transmission_sig);
      return ok({ verification_status: valid ? "SUCCESS" : "FAILURE" });
    },
  });
}
