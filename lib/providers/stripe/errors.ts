import Stripe from "stripe";
import { ProviderUnavailable, RefundOnHold } from "@/lib/providers/gateway";

const {
  StripeError,
  StripeConnectionError,
  StripeAPIError,
  StripeRateLimitError,
  StripeAuthenticationError,
} = Stripe.errors;

/** Whether Stripe refused a call for this reason. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof StripeError && error.code === code;
}

/**
 * Runs calls to Stripe and keeps its errors inside this folder. What passes with time (no connection, no answer, a failure or a limit on their
 * side, a key they do not take) is ProviderUnavailable; a call they refuse is a fault of ours.
 * @throws ProviderUnavailable, RefundOnHold
 */
export async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    const reason = [error.type, error.code, error.requestId].filter(Boolean).join(" ");
    if (error.code === "charge_disputed") throw new RefundOnHold(`${reason}: ${error.message}`);
    if (isPassing(error)) throw new ProviderUnavailable(`${reason}: ${error.message}`);
    throw new Error(`Stripe refused a call: ${reason}: ${error.message}`);
  }
}

function isPassing(error: InstanceType<typeof StripeError>): boolean {
  return (
    error instanceof StripeConnectionError ||
    error instanceof StripeAPIError ||
    error instanceof StripeRateLimitError ||
    error instanceof StripeAuthenticationError
  );
}
