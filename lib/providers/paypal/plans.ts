import { z } from "zod";
import { memoized } from "@/lib/ground/memoized";
import type { SubscriptionPlan } from "@/lib/providers/gateway";
import type { Call } from "./client";
import { isMissing, Refused, refusedFor } from "./errors";
import { toDecimal } from "./money";

/** Product ids have at least six characters and are unique among the operator's products. */
const PREFIX = "steuntje-";
const ALREADY_EXISTS = new Set(["DUPLICATE_RESOURCE_IDENTIFIER"]);
/** Failed payments in a row before PayPal suspends a subscription: the first try and two retries. */
const MAX_FAILURES = 3;

/**
 * The operator's plans at PayPal, created on first use. A plan's key is the id of a product with that plan only: if two
 * servers create the plan at once, both plans have the key.
 */
export class Plans {
  readonly #ids = new Map<string, Promise<string>>();
  readonly #keys = new Map<string, Promise<string>>();

  constructor(private readonly call: Call) {}

  /**
   * Runs a call with PayPal's id of a plan. If PayPal refuses it, the cached plan may have been ended there: then it
   * finds or creates a current plan and tries once more.
   * @throws Refused, ProviderUnavailable
   */
  async use<T>(plan: SubscriptionPlan, run: (id: string) => Promise<T>): Promise<T> {
    const id = await this.#idOf(plan);
    try {
      return await run(id);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#ids.delete(plan.key);
      const current = await this.#idOf(plan);
      if (current === id) throw error;
      return run(current);
    }
  }

  #idOf(plan: SubscriptionPlan): Promise<string> {
    return memoized(this.#ids, plan.key, async () => {
      const plans = await this.#plansOf(plan);
      const active = plans.filter(({ status }) => status === "ACTIVE");
      const [oldest] = active.sort((a, b) => a.create_time.localeCompare(b.create_time));
      return oldest?.id ?? this.#createPlan(plan, plans.length);
    });
  }

  /** The key of the plan with this id. */
  keyOf(id: string): Promise<string> {
    return memoized(this.#keys, id, async () => {
      const { product_id: product } = await this.call({
        path: `/v1/billing/plans/${encodeURIComponent(id)}`,
        answer: z.object({ product_id: z.string() }),
      });
      return product.startsWith(PREFIX) ? product.slice(PREFIX.length) : product;
    });
  }

  async #plansOf({ key }: SubscriptionPlan) {
    const query = new URLSearchParams({ product_id: PREFIX + key, page_size: "20" });
    try {
      const { plans } = await this.call({ path: `/v1/billing/plans?${query}`, answer: listAnswer });
      return plans;
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  /**
   * `ended`: number of ended plans with this key. It is part of the idempotency key, otherwise PayPal would return one
   * of those.
   */
  async #createPlan(plan: SubscriptionPlan, ended: number): Promise<string> {
    const product = PREFIX + plan.key;
    await this.#createProduct(product, plan.name);
    const { id } = await this.call({
      verb: "POST",
      path: "/v1/billing/plans",
      key: ended === 0 ? `plan ${product}` : `plan ${product} ${ended}`,
      body: {
        product_id: product,
        name: plan.name,
        status: "ACTIVE",
        billing_cycles: [
          {
            tenure_type: "REGULAR",
            sequence: 1,
            total_cycles: 0,
            frequency: { interval_unit: "MONTH", interval_count: 1 },
            pricing_scheme: {
              fixed_price: { currency_code: plan.currency.toUpperCase(), value: toDecimal(plan.amount) },
            },
          },
        ],
        // An unpaid month granted nothing, so it is not collected later.
        payment_preferences: { auto_bill_outstanding: false, payment_failure_threshold: MAX_FAILURES },
      },
      answer: z.object({ id: z.string() }),
    });
    return id;
  }

  async #createProduct(id: string, name: string): Promise<void> {
    try {
      await this.call({
        verb: "POST",
        path: "/v1/catalogs/products",
        key: `product ${id}`,
        body: { id, name, type: "SERVICE" },
        answer: z.unknown(),
      });
    } catch (error) {
      if (!refusedFor(error, ALREADY_EXISTS)) throw error;
    }
  }
}

const listAnswer = z.object({
  plans: z
    .array(z.object({ id: z.string(), status: z.string(), create_time: z.string().default("") }))
    .default([]),
});
