import { createHmac } from "node:crypto";
import type { Hook } from "../../events/sender";
import { seconds } from "../../ids";

/** Where the card provider's events go, and how they are signed. */
export function cardHook(url: string | null, secret: string): Hook {
  return {
    url,
    headersFor: (body) => ({
      "Stripe-Signature": signature(secret, body, seconds()),
      "User-Agent": "Stripe/1.0 (sandbox)",
    }),
  };
}

/** The `Stripe-Signature` of a body sent at a moment (in seconds). */
function signature(secret: string, body: string, at: number): string {
  return `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;
}
