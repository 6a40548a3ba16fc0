import { createHmac } from "node:crypto";
import type { Destination, RunningOptions } from "../config";
import { seconds } from "../ids";
import type { SandboxEvent } from "../state/store";
import { transmissionHeaders } from "../wallet/events";

const TIMEOUT_MS = 10_000;

/** Sends signed events to the merchant. */
export class Sender {
  readonly #stopped = new AbortController();

  constructor(private readonly options: RunningOptions) {}

  /** The status of the merchant's answer; null without one. */
  async send(event: SandboxEvent): Promise<number | null> {
    const url = this.#urlOf(event);
    if (!url) return null;
    const body = JSON.stringify(bodyOf(event), null, 2);
    try {
      const response = await fetch(url, {
        method: "POST",
        body,
        redirect: "manual",
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), this.#stopped.signal]),
        headers: { "Content-Type": "application/json; charset=utf-8", ...this.#signed(event, body) },
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return null;
    }
  }

  /** Whether the event has a destination, and the sandbox is not stopping. */
  canSend(event: SandboxEvent): boolean {
    return this.#urlOf(event) !== null && !this.#stopped.signal.aborted;
  }

  stop(): void {
    this.#stopped.abort();
  }

  #urlOf(event: SandboxEvent): string | null {
    if (event.object === "wallet_event") return this.options.wallet.webhookUrl;
    return this.#hookOf(event).url;
  }

  #signed(event: SandboxEvent, body: string): Record<string, string> {
    if (event.object === "wallet_event") return transmissionHeaders(this.options, body);
    const at = seconds();
    const signature = createHmac("sha256", this.#hookOf(event).secret).update(`${at}.${body}`).digest("hex");
    return { "Stripe-Signature": `t=${at},v1=${signature}`, "User-Agent": "Stripe/1.0 (sandbox)" };
  }

  #hookOf(event: SandboxEvent): Destination {
    const { card, connect, accounts } = this.options.hooks;
    if (event.object === "v2.core.event") return accounts;
    return "account" in event && event.account !== undefined ? connect : card;
  }
}

function bodyOf(event: SandboxEvent): object {
  if (event.object === "wallet_event") return event.payload;
  if (event.object === "event") return event;
  // An event of the API's second version is delivered without its data.
  const { data: _data, ...notification } = event;
  return notification;
}
