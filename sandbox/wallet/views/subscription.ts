import { link } from "../api";
import { money } from "../money";
import type { WalletPlan, WalletSubscription } from "../records";

/** A subscription in the API's format. `publicUrl` is the origin of the approval page. */
export function subscriptionView(
  subscription: WalletSubscription,
  { currency }: Pick<WalletPlan, "currency">,
  publicUrl: string | null,
) {
  const { id, status, plan, customId, nextPayment, failures, created, changed, token } = subscription;
  const self = `/v1/billing/subscriptions/${id}`;
  return {
    id,
    status,
    status_update_time: changed,
    plan_id: plan,
    quantity: "1",
    ...(customId !== null && { custom_id: customId }),
    create_time: created,
    ...(status !== "APPROVAL_PENDING" && {
      billing_info: {
        outstanding_balance: money(0, currency),
        failed_payments_count: failures,
        ...(nextPayment !== null && { next_billing_time: nextPayment }),
      },
    }),
    links: [
      ...(status === "APPROVAL_PENDING" ? [link("approve", `${publicUrl}/approve/${token}`)] : []),
      link("self", self),
      link("cancel", `${self}/cancel`, "POST"),
    ],
  };
}

/** A plan in the API's format. */
export function planView(plan: WalletPlan) {
  const { id, product, name, amount, currency, threshold, ended, created } = plan;
  return {
    id,
    product_id: product,
    name,
    status: ended ? "INACTIVE" : "ACTIVE",
    billing_cycles: [
      {
        tenure_type: "REGULAR",
        sequence: 1,
        total_cycles: 0,
        frequency: { interval_unit: "MONTH", interval_count: 1 },
        pricing_scheme: { version: 1, fixed_price: money(amount, currency) },
      },
    ],
    payment_preferences: { auto_bill_outstanding: false, payment_failure_threshold: threshold },
    create_time: created,
    links: [link("self", `/v1/billing/plans/${id}`)],
  };
}
