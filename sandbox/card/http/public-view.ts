import type Stripe from "stripe";
import type { Caller } from "./auth";

/** A body as the caller may see it: a browser is not told what the merchant keeps with a payment, in errors neither. */
export function viewFor<T>(caller: Caller, body: T): T {
  if (caller === "secret" || typeof body !== "object" || body === null) return body;
  if ("object" in body && body.object === "payment_intent") return publicIntent(body);
  if (!("error" in body) || typeof body.error !== "object" || body.error === null) return body;
  if (!("payment_intent" in body.error)) return body;
  return { ...body, error: { ...body.error, payment_intent: publicIntent(body.error.payment_intent) } };
}

function publicIntent<T>(intent: T): T {
  const {
    metadata: _metadata,
    latest_charge: _charge,
    application_fee_amount: _fee,
    ...shown
  } = intent as Stripe.PaymentIntent;
  return shown as T;
}
