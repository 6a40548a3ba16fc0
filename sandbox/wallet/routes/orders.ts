import { z } from "zod";
import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import { applicationContext } from "../http/application-context";
import { created, endpoint, ok } from "../http/endpoint";
import { moneyInput } from "../money";
import { captureOrder, createOrder, declineOrder, findOrder } from "../provider/orders";
import { orderView } from "../views/order";

const unit = z.strictObject({
  reference_id: z.string().min(1).max(256).default("default"),
  custom_id: z.string().min(1).max(127).optional(),
  description: z.string().min(1).max(127).optional(),
  amount: moneyInput,
});

/** /v2/checkout/orders */
export function orderRoutes(app: App, sandbox: Sandbox): void {
  const path = "/v2/checkout/orders";
  const { options } = sandbox;
  endpoint(app, sandbox, `POST ${path}`, {
    input: z.strictObject({
      intent: z.literal("CAPTURE"),
      purchase_units: z.array(unit).length(1),
      application_context: applicationContext("PAY_NOW"),
    }),
    run: (work, { input }) => {
      const { reference_id, custom_id, description, amount } = input.purchase_units[0] as z.output<
        typeof unit
      >;
      const order = createOrder(work, {
        ...amount,
        reference: reference_id,
        customId: custom_id ?? null,
        description: description ?? null,
        page: input.application_context,
      });
      return created(orderView(work, order, options.publicUrl));
    },
  });
  endpoint(app, sandbox, `GET ${path}/:id`, {
    run: (work, { id }) => ok(orderView(work, findOrder(work, id), options.publicUrl)),
  });
  endpoint(app, sandbox, `POST ${path}/:id/capture`, {
    run: (work, { id }) => captureOrder(sandbox, work, findOrder(work, id)),
    onRefused: (work, id) => declineOrder(work, findOrder(work, id), options.publicUrl),
  });
}
