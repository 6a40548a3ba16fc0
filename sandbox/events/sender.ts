import type Stripe from "stripe";
import { signature } from "../card/events/signature";
import { seconds } from "../ids";

const TIMEOUT = 10_000;

/** Sends signed events to the merchant. */
export class Sender {
  readonly #ended = new AbortController();

  constructor(
    private readonly url: string | null,
    private readonly secret: string,
  ) {}

  /** The merchant's status; null when there was no answer. */
  async send(event: Stripe.Event): Promise<number | null> {
    if (!this.url) return null;
    const body = JSON.stringify(event, null, 2);
    try {
      const response = await fetch(this.url, {
        method: "POST",
        body,
        redirect: "manual",
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT), this.#ended.signal]),
        headers: {
          "Content-Type": "application/json; charset=utf-8",
          "Stripe-Signature": signature(this.secret, body, seconds()),
          "User-Agent": "Stripe/1.0 (sandbox)",
        },
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return null;
    }
  }

  get reachable(): boolean {
    return this.url !== null && !this.#ended.signal.aborted;
  }

  end(): void {
    this.#ended.abort();
  }
}
