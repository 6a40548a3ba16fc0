import type { UnitOfWork } from "../../state/unit-of-work";
import type { CardRecords } from "../records";
import { ApiError } from "./api-error";

const KINDS = [
  "payment_intent",
  "charge",
  "refund",
  "dispute",
  "subscription",
  "transfer",
  "transfer_reversal",
] as const satisfies (keyof CardRecords)[];

/**
 * Replaces the ids that `expand[]` names by their objects, such as `latest_charge` or `data.payment_intent`.
 * @throws ApiError when a name cannot be expanded
 */
export function expanded(work: UnitOfWork, body: unknown, paths: readonly string[]): unknown {
  return paths.reduce((value, path) => at(work, value, path.split("."), path), body);
}

function at(work: UnitOfWork, value: unknown, [name, ...rest]: string[], path: string): unknown {
  if (value === null) return null;
  const object = whole(work, value, path);
  if (name === undefined) return object;
  if (typeof object !== "object" || object === null || !(name in object)) throw unexpandable(path);
  const child = (object as Record<string, unknown>)[name];
  const expandedChild = Array.isArray(child)
    ? child.map((one) => at(work, one, rest, path))
    : at(work, child, rest, path);
  return { ...object, [name]: expandedChild };
}

function whole(work: UnitOfWork, value: unknown, path: string): unknown {
  if (typeof value !== "string") return value;
  const object = KINDS.map((kind) => work.find(kind, value)).find((each) => each !== null);
  if (!object) throw unexpandable(path);
  return object;
}

function unexpandable(path: string): ApiError {
  return new ApiError(400, `This property cannot be expanded (${path}).`, { param: "expand" });
}
