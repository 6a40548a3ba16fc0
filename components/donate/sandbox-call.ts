import { ERROR_STATUS } from "@/lib/ground/errors";
import { newKey } from "@/lib/web/attempt";
import type { CardFailure } from "./card-error";
import { type CardField, parseExpiry } from "./card-fields";

/** A card as it was typed, and the time, which a two-digit year depends on. */
export type TypedCard = { card: Record<CardField, string>; at: Date };

/** The provider's answer, or why there is none. */
type Answered<T, F> = { answer: T } | { failure: F | CardFailure };

const TIMEOUT_MS = 30_000;

/**
 * Calls the payments sandbox as the card provider's browser library calls the provider. `F` is the error of a
 * refusal. Never throws.
 */
export async function callSandbox<T extends object, F extends CardFailure = CardFailure>(
  path: string,
  form: Record<string, string>,
): Promise<Answered<T, F>> {
  try {
    const response = await fetch(`/api/sandbox/v1/${path}`, {
      method: "POST",
      headers: { "Idempotency-Key": newKey() },
      body: new URLSearchParams(form),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = (await response.json()) as T | { error: string | F; code?: string };
    if (!("error" in answer)) return { answer };
    if (typeof answer.error !== "string") return { failure: answer.error };
    // Our own errors have a sentence for people, those of a gateway do not.
    return { failure: Object.hasOwn(ERROR_STATUS, answer.code ?? "") ? { message: answer.error } : {} };
  } catch (thrown) {
    const timedOut = thrown instanceof DOMException && thrown.name === "TimeoutError";
    return { failure: { message: timedOut ? "timeout" : "network" } };
  }
}

/** A card's fields in the provider's own form, under `parent`. */
export function cardForm(parent: string, { card, at }: TypedCard): Record<string, string> {
  const expiry = parseExpiry(card.expiry, at);
  return {
    [`${parent}[number]`]: card.number.replace(/\D/g, ""),
    [`${parent}[exp_month]`]: String(expiry?.month ?? ""),
    [`${parent}[exp_year]`]: String(expiry?.year ?? ""),
    [`${parent}[cvc]`]: card.cvc,
  };
}
