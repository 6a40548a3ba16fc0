import type { Kind } from "../../state/store";
import type { UnitOfWork } from "../../state/unit-of-work";
import { ApiError } from "./api-error";

const KINDS: Record<string, Kind> = {
  pi: "payment_intent",
  ch: "charge",
  re: "refund",
  dp: "dispute",
  sub: "subscription",
  in: "invoice",
  tr: "transfer",
  po: "payout",
  txn: "balance_transaction",
  ba: "bank_account",
};

/** What the API does not show of its objects. */
const HIDDEN: Partial<Record<Kind, string>> = {
  payout: "account",
  balance_transaction: "account",
  bank_account: "behaviour",
};

/**
 * Replaces the ids that `expand[]` names by their objects, such as `latest_charge` or `data.payment_intent`.
 * @throws ApiError when a name cannot be expanded
 */
export function expanded(work: UnitOfWork, body: unknown, paths: readonly string[]): unknown {
  return paths.reduce((value, path) => at(work, value, path.split("."), path), body);
}

function at(work: UnitOfWork, value: unknown, [name, ...rest]: string[], path: string): unknown {
  if (name === undefined) return whole(work, value, path);
  if (value === null) return null;
  const object = whole(work, value, path);
  if (typeof object !== "object" || object === null || !(name in object)) throw unexpandable(path);
  const child = (object as Record<string, unknown>)[name];
  const expandedChild = Array.isArray(child)
    ? child.map((one) => at(work, one, rest, path))
    : at(work, child, rest, path);
  return { ...object, [name]: expandedChild };
}

function whole(work: UnitOfWork, value: unknown, path: string): unknown {
  if (typeof value !== "string") return value;
  const kind = KINDS[value.split("_")[0] ?? ""];
  const object = kind && work.find(kind, value);
  if (!object) throw unexpandable(path);
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== HIDDEN[kind]));
}

function unexpandable(path: string): ApiError {
  return new ApiError(400, `This property cannot be expanded (${path}).`, { param: "expand" });
}
