import { z } from "zod";
import type { SubscriptionPlan } from "@/lib/providers/gateway";
import type { Call } from "./client";
import { isMissing, Refused, refusedFor } from "./errors";
import { toDecimal } from "./money";

/** PayPal wants six characters or more, unique among the operator's products. */
const PREFIX = "steuntje-";
const EXISTS = new Set(["DUPLICATE_RESOURCE_IDENTIFIER"]);
/** How many payments may fail in a row before PayPal suspends a subscription: the first try and its own two repeats. */
const FAILURES = 3;

/**
 * The operator's plans at PayPal, made on first use. A plan's key is the id of a product with that plan alone: if two servers make two plans of
 * one key at once, both are that key's.
 */
export class Plans {
  readonly #ids = new Map<string, Promise<string>>();
  readonly #keys = new Map<string, Promise<string>>();

  constructor(private readonly call: Call) {}

  /**
   * Does something with PayPal's id of a plan. If PayPal refuses it, the plan may have been ended there since we learned its id: then it is looked
   * for, or made, anew.
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
    return remembered(this.#ids, plan.key, async () => {
      const plans = await this.#plansOf(plan);
      const active = plans.filter(({ status }) => status === "ACTIVE");
      const [oldest] = active.sort((a, b) => a.create_time.localeCompare(b.create_time));
      return oldest?.id ?? this.#make(plan, plans.length);
    });
  }

  /** The key of PayPal's plan of this id. */
  keyOf(id: string): Promise<string> {
    return remembered(this.#keys, id, async () => {
      const { product_id: product } = await this.call({
        verb: "GET",
        path: `/v1/billing/plans/${encodeURIComponent(id)}`,
        answer: z.object({ product_id: z.string() }),
      });
      return product.startsWith(PREFIX) ? product.slice(PREFIX.length) : product;
    });
  }

  async #plansOf({ key }: SubscriptionPlan) {
    const query = new URLSearchParams({ product_id: PREFIX + key, page_size: "20" });
    try {
      const { plans } = await this.call({
        verb: "GET",
        path: `/v1/billing/plans?${query}`,
        answer: listAnswer,
      });
      return plans;
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  /** `ended`: how many plans of this key there were; the same key would answer one of those again. */
  async #make(plan: SubscriptionPlan, ended: number): Promise<string> {
    const product = PREFIX + plan.key;
    await this.#makeProduct(product, plan.name);
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
        // A month that could not be paid gave nothing, and is not asked for later.
        payment_preferences: { auto_bill_outstanding: false, payment_failure_threshold: FAILURES },
      },
      answer: z.object({ id: z.string() }),
    });
    return id;
  }

  async #makeProduct(id: string, name: string): Promise<void> {
    try {
      await this.call({
        verb: "POST",
        path: "/v1/catalogs/products",
        key: `product ${id}`,
        body: { id, name, type: "SERVICE" },
        answer: z.unknown(),
      });
    } catch (error) {
      if (!refusedFor(error, EXISTS)) throw error;
    }
  }
}

const listAnswer = z.object({
  plans: z
    .array(z.object({ id: z.string(), status: z.string(), create_time: z.string().default("") }))
    .default([]),
});

/** What was once answered stays; what failed is asked again. */
function remembered(
  memory: Map<string, Promise<string>>,
  key: string,
  ask: () => Promise<string>,
): Promise<string> {
  const known = memory.get(key);
  if (known) return known;
  const asked = ask();
  memory.set(key, asked);
  asked.catch(() => memory.delete(key));
  return asked;
}
