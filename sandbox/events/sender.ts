import type { SandboxEvent } from "./event";

const TIMEOUT = 10_000;

/** Where one provider's events go; null keeps them here. */
export type Hook = { url: string | null; headersFor: (body: string) => Record<string, string> };

/** Sends signed events to the merchant. */
export class Sender {
  readonly #ended = new AbortController();

  constructor(private readonly hooks: { card: Hook; wallet: Hook }) {}

  /** The merchant's status; null when there was no answer. */
  async send(event: SandboxEvent): Promise<number | null> {
    const { url, headersFor } = this.#hookOf(event);
    if (!url) return null;
    const body = JSON.stringify(event.object === "wallet_event" ? event.told : event, null, 2);
    try {
      const response = await fetch(url, {
        method: "POST",
        body,
        redirect: "manual",
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT), this.#ended.signal]),
        headers: { "Content-Type": "application/json; charset=utf-8", ...headersFor(body) },
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return null;
    }
  }

  /** Whether there is anywhere to send it, still. */
  reaches(event: SandboxEvent): boolean {
    return this.#hookOf(event).url !== null && !this.#ended.signal.aborted;
  }

  end(): void {
    this.#ended.abort();
  }

  #hookOf(event: SandboxEvent): Hook {
    return event.object === "wallet_event" ? this.hooks.wallet : this.hooks.card;
  }
}
