import Stripe from "stripe";
import { ProviderUnavailable } from "@/lib/providers/gateway";
import { PayoutRefused } from "@/lib/providers/payout-provider";

const {
  StripeError,
  StripeConnectionError,
  StripeAPIError,
  StripeIdempotencyError,
  StripeRateLimitError,
  StripeAuthenticationError,
  StripePermissionError,
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

/**
 * Makes what others get to know from our answer only, once per key. For a day or longer Stripe repeats a failure of its
 * own for the key, and refuses it with other parameters, as after a title or an address was changed. Then it is made
 * without the key: nobody knows, and can pay, what the first call may have made.
 */
export async function madeOnce<T>(
  make: (options: Stripe.RequestOptions) => Promise<T>,
  idempotencyKey: string,
): Promise<T> {
  try {
    return await make({ idempotencyKey });
  } catch (error) {
    if (!isSpent(error)) throw error;
    return make({});
  }
}

function isSpent(error: unknown): boolean {
  if (error instanceof StripeIdempotencyError) return error.statusCode === 400;
  return error instanceof StripeAPIError && error.headers?.["idempotent-replayed"] === "true";
}

/** Whether a call can succeed later unchanged. */
function isTemporary(error: InstanceType<typeof StripeError>): boolean {
  return (
    error instanceof StripeConnectionError ||
    error instanceof StripeAPIError ||
    error instanceof StripeRateLimitError ||
    error instanceof StripeAuthenticationError
  );
}

/** Codes of Stripe (docs.stripe.com/error-codes) that pass: a lock, a limit, or the key of a call that still runs. */
const PASSING = new Set(["idempotency_key_in_use", "lock_timeout", "rate_limit"]);
/** Codes of calls that are wrong in themselves. No state of an account or a balance makes them right. */
const MALFORMED = /^(parameters?_|invalid_fields$|invalid_json$|livemode_mismatch$|transfer_source_balance_)/;

/**
 * Replaces Stripe's errors for a call that acts. Everything temporary, and what Stripe does not permit to the
 * operator's own account, becomes ProviderUnavailable. A refusal becomes PayoutRefused with its code, such as
 * `balance_insufficient`, `account_invalid` or `insufficient_capabilities_for_transfer`; some refusals have only a
 * type, such as a transfer of more than its charge. A malformed call is a bug.
 * @throws ProviderUnavailable, PayoutRefused
 */
export async function acting<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw refusalIn(error);
  }
}

/**
 * The same for a call that reads. A refusal says nothing about what is asked for, so it counts as no answer.
 * @throws ProviderUnavailable
 */
export async function reading<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await acting(call);
  } catch (error) {
    throw error instanceof PayoutRefused ? new ProviderUnavailable(error.message) : error;
  }
}

function refusalIn(error: unknown): unknown {
  if (!(error instanceof StripeError)) return error;
  const { rawType = error.type, code = rawType, requestId, statusCode = 0, message } = error;
  const reason = `${[error.type, code, requestId].filter(Boolean).join(" ")}: ${message}`;
  const passes = isTemporary(error) || statusCode === 429 || statusCode >= 500 || PASSING.has(code);
  // Stripe answers 403 for the account of a payee too, then with this code.
  const isOurs = error instanceof StripePermissionError && code !== "account_invalid";
  if (passes || isOurs) return new ProviderUnavailable(reason);
  if (MALFORMED.test(code) || error instanceof StripeIdempotencyError) {
    return new Error(`Stripe refused a call: ${reason}`);
  }
  return new PayoutRefused(code, reason);
}
