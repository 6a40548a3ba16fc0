import Stripe from "stripe";
import { ProviderUnavailable } from "@/lib/providers/gateway";

const {
  StripeError,
  StripeConnectionError,
  StripeAPIError,
  StripeRateLimitError,
  StripeAuthenticationError,
} = Stripe.errors;

/** Whether Stripe refused a call with this code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof StripeError && error.code === code;
}

/** Null instead of an id that Stripe does not know. */
export function nullIfMissing(error: unknown): null {
  if (hasCode(error, "resource_missing")) return null;
  throw error;
}

/** Whether nothing of the account's methods fits a payment: Stripe has no code for it. */
export function isWithoutMethods(error: unknown): boolean {
  return error instanceof StripeError && error.message.startsWith("No valid payment method types");
}

/**
 * Replaces Stripe's errors by the gateway's. Everything temporary (no connection, no answer, a failure or a limit at
 * Stripe, a rejected key) becomes ProviderUnavailable; any other refused call is a bug.
 * @throws ProviderUnavailable
 */
export async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    const reason = [error.type, error.code, error.requestId].filter(Boolean).join(" ");
    if (isTemporary(error)) throw new ProviderUnavailable(`${reason}: ${error.message}`);
    throw new Error(`Stripe refused a call: ${reason}: ${error.message}`);
  }
}

/** Whether a call can succeed later unchanged. */
export function isTemporary(error: InstanceType<typeof StripeError>): boolean {
  return (
    error instanceof StripeConnectionError ||
    error instanceof StripeAPIError ||
    error instanceof StripeRateLimitError ||
    error instanceof StripeAuthenticationError
  );
}
