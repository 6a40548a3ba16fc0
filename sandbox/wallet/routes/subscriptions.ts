import { z } from "zod";
import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import type { UnitOfWork } from "../../state/unit-of-work";
import { link } from "../api";
import { applicationContext } from "../http/application-context";
import { created, done, endpoint, ok } from "../http/endpoint";
import { paymentsOf } from "../provider/payments";
import {
  createSubscription,
  end,
  findActivePlan,
  findPlan,
  findSubscription,
} from "../provider/subscriptions";
import type { WalletSubscription } from "../records";
import { transactionView } from "../views/payment";
import { subscriptionView } from "../views/subscription";

const time = z.iso.datetime({ offset: true });
const PAGE = 10;

/** /v1/billing/subscriptions */
export function subscriptionRoutes(app: App, sandbox: Sandbox): void {
  const path = "/v1/billing/subscriptions";
  const { options, faults } = sandbox;
  const view = (work: UnitOfWork, subscription: WalletSubscription) =>
    subscriptionView(subscription, findPlan(work, subscription.plan), options.publicUrl);
  endpoint(app, sandbox, `POST ${path}`, {
    input: z.strictObject({
      plan_id: z.string(),
      custom_id: z.string().min(1).max(127).optional(),
      application_context: applicationContext("SUBSCRIBE_NOW"),
    }),
    run: (work, { input }) => {
      const subscription = createSubscription(work, {
        plan: findActivePlan(work, input.plan_id).id,
        customId: input.custom_id ?? null,
        page: input.application_context,
      });
      return created(view(work, subscription));
    },
  });
  endpoint(app, sandbox, `GET ${path}/:id`, {
    run: (work, { id }) => ok(view(work, findSubscription(work, id))),
  });
  endpoint(app, sandbox, `POST ${path}/:id/cancel`, {
    input: z.strictObject({ reason: z.string().min(1).max(128) }),
    run: (work, { id }) => {
      end(work, findSubscription(work, id), "CANCELLED");
      return done;
    },
  });
  endpoint(app, sandbox, `GET ${path}/:id/transactions`, {
    input: z.strictObject({
      start_time: time,
      end_time: time,
      page: z.coerce.number<string>().int().min(1).default(1),
    }),
    run: (work, { id, input: { start_time: from, end_time: to, page } }) => {
      const all = paymentsOf(work, findSubscription(work, id).id);
      const listed = faults.take("lag", { payment: id }) ? all.slice(0, -1) : all;
      const payments = listed.filter(
        ({ created: at }) => Date.parse(at) >= Date.parse(from) && Date.parse(at) <= Date.parse(to),
      );
      const pages = Math.ceil(payments.length / PAGE);
      const query = new URLSearchParams({ start_time: from, end_time: to, page: String(page + 1) });
      const next = `${options.apiUrl}${path}/${id}/transactions?${query}`;
      return ok({
        transactions: payments.slice((page - 1) * PAGE, page * PAGE).map(transactionView),
        total_items: payments.length,
        total_pages: pages,
        links: page < pages ? [link("next", next)] : [],
      });
    },
  });
}
