import { createHash } from "node:crypto";
import type { Params } from "./form";

/**
 * What a call asked, so that the same idempotency key can be told from a different question. Of a card only the last four digits take part:
 * not even a digest of a number is kept.
 */
export function fingerprint(method: string, path: string, params: Params): string {
  const question = JSON.stringify([method, path, canonical(params)]);
  return createHash("sha256").update(question).digest("hex");
}

function canonical(value: Params[string]): unknown {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(canonical);
  const { number, cvc: _cvc, key: _key, ...rest } = value;
  const kept: Params = typeof number === "string" ? { ...rest, last4: number.slice(-4) } : rest;
  return Object.keys(kept)
    .sort()
    .map((name) => [name, canonical(kept[name] ?? "")]);
}
