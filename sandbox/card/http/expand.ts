import type { Kind } from "../../state/store";
import type { Work } from "../../state/work";
import { ApiError } from "./api-error";

const KINDS: Record<string, Kind> = {
  pi: "payment_intent",
  ch: "charge",
  re: "refund",
  dp: "dispute",
  sub: "subscription",
  in: "invoice",
};

/**
 * Puts whole objects in the place of the ids that `expand[]` names, such as `latest_charge` or `data.payment_intent`.
 * @throws ApiError when a name leads to nothing that can be expanded
 */
export function expanded(work: Work, body: unknown, paths: readonly string[]): unknown {
  return paths.reduce((value, path) => at(work, value, path.split("."), path), body);
}

function at(work: Work, value: unknown, [name, ...rest]: string[], path: string): unknown {
  if (name === undefined) return whole(work, value, path);
  if (value === null) return null;
  const object = whole(work, value, path);
  if (typeof object !== "object" || object === null || !(name in object)) throw unexpandable(path);
  const child = (object as Record<string, unknown>)[name];
  const grown = Array.isArray(child)
    ? child.map((one) => at(work, one, rest, path))
    : at(work, child, rest, path);
  return { ...object, [name]: grown };
}

function whole(work: Work, value: unknown, path: string): unknown {
  if (typeof value !== "string") return value;
  const kind = KINDS[value.split("_")[0] ?? ""];
  const object = kind && work.find(kind, value);
  if (!object) throw unexpandable(path);
  return object;
}

function unexpandable(path: string): ApiError {
  return new ApiError(400, `This property cannot be expanded (${path}).`, { param: "expand" });
}
