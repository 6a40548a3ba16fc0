import { z } from "zod";
import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import { created, done, endpoint, ok } from "../http/endpoint";
import { found, WalletError } from "../http/wallet-error";
import { randomId, timestamp } from "../ids";
import { moneyInput } from "../money";
import { findPlan } from "../provider/subscriptions";
import type { WalletPlan, WalletProduct } from "../records";
import { planView } from "../views/subscription";

const name = z.string().min(1).max(127);

const monthly = z.strictObject({
  tenure_type: z.literal("REGULAR"),
  sequence: z.literal(1),
  total_cycles: z.literal(0),
  frequency: z.strictObject({ interval_unit: z.literal("MONTH"), interval_count: z.literal(1) }),
  pricing_scheme: z.strictObject({ fixed_price: moneyInput }),
});

/** /v1/catalogs/products and /v1/billing/plans, for plans with one monthly price. */
export function planRoutes(app: App, sandbox: Sandbox): void {
  endpoint(app, sandbox, "POST /v1/catalogs/products", {
    input: z.strictObject({
      id: z
        .string()
        .regex(/^[\w-]{6,50}$/)
        .optional(),
      name,
      type: z.literal("SERVICE"),
    }),
    run: (work, { input }) => {
      const id = input.id ?? `PROD-${randomId(17)}`;
      if (work.find("wallet_product", id)) throw new WalletError(422, "DUPLICATE_RESOURCE_IDENTIFIER");
      const product = work.put<WalletProduct>({
        id,
        object: "wallet_product",
        name: input.name,
        created: timestamp(),
      });
      return created({ id, name: product.name, create_time: product.created });
    },
  });

  const path = "/v1/billing/plans";
  endpoint(app, sandbox, `POST ${path}`, {
    input: z.strictObject({
      product_id: z.string(),
      name,
      status: z.literal("ACTIVE").optional(),
      billing_cycles: z.array(monthly).length(1),
      payment_preferences: z.strictObject({
        auto_bill_outstanding: z.literal(false),
        payment_failure_threshold: z.int().min(0).max(999),
      }),
    }),
    run: (work, { input }) => {
      found(work.find("wallet_product", input.product_id));
      const [cycle] = input.billing_cycles as [z.output<typeof monthly>];
      const plan = work.put<WalletPlan>({
        id: `P-${randomId(24)}`,
        object: "wallet_plan",
        product: input.product_id,
        name: input.name,
        ...cycle.pricing_scheme.fixed_price,
        threshold: input.payment_preferences.payment_failure_threshold,
        created: timestamp(),
      });
      return created(planView(plan));
    },
  });
  endpoint(app, sandbox, `GET ${path}`, {
    input: z.strictObject({
      product_id: z.string().optional(),
      page_size: z.coerce.number<string>().int().min(1).max(20).default(10),
    }),
    run: (work, { input }) => {
      const plans = work
        .all("wallet_plan")
        .filter(({ product }) => input.product_id === undefined || product === input.product_id);
      return ok({ plans: plans.slice(0, input.page_size).map(planView), links: [] });
    },
  });
  endpoint(app, sandbox, `GET ${path}/:id`, {
    run: (work, { id }) => ok(planView(findPlan(work, id))),
  });
  endpoint(app, sandbox, `POST ${path}/:id/deactivate`, {
    run: (work, { id }) => {
      work.put<WalletPlan>({ ...findPlan(work, id), ended: true });
      return done;
    },
  });
}
