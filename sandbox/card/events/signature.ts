import { createHmac } from "node:crypto";

/** The `Stripe-Signature` of a body sent at a moment (in seconds). */
export function signature(secret: string, body: string, at: number): string {
  return `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;
}
