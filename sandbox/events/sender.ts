import type { SandboxEvent } from "../state/store";

const TIMEOUT_MS = 10_000;

/** A destination of events; null keeps them here. */
export type Hook = { url: string | null; headersFor: (body: string) => Record<string, string> };

/** Sends signed events to the merchant. */
export class Sender {
  readonly #stopped = new AbortController();

  constructor(private readonly hooks: { card: Hook; connect: Hook; accounts: Hook; wallet: Hook }) {}

  /** The status of the merchant's answer; null without one. */
  async send(event: SandboxEvent): Promise<number | null> {
    const { url, headersFor } = this.#hookOf(event);
    if (!url) return null;
    const body = JSON.stringify(bodyOf(event), null, 2);
    try {
      const response = await fetch(url, {
        method: "POST",
        body,
        redirect: "manual",
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), this.#stopped.signal]),
        headers: { "Content-Type": "application/json; charset=utf-8", ...headersFor(body) },
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return null;
    }
  }

  /** Whether the event has a destination, and the sandbox is not stopping. */
  canSend(event: SandboxEvent): boolean {
    return this.#hookOf(event).url !== null && !this.#stopped.signal.aborted;
  }

  stop(): void {
    this.#stopped.abort();
  }

  #hookOf(event: SandboxEvent): Hook {
    if (event.object === "wallet_event") return this.hooks.wallet;
    if (event.object === "v2.core.event") return this.hooks.accounts;
    return event.account === undefined ? this.hooks.card : this.hooks.connect;
  }
}

function bodyOf(event: SandboxEvent): object {
  if (event.object === "wallet_event") return event.payload;
  if (event.object === "event") return event;
  // An event of the API's second version is delivered without its data, which is asked for.
  const { data: _data, ...notification } = event;
  return notification;
}
