import type { Answer } from "../../state/store";
import { ApiError } from "./api-error";
import { ok } from "./endpoint";

type Page = { limit: number; starting_after?: string | undefined };

/** One page of objects given oldest first, as the provider lists them: newest first. */
export function listed<T extends { id: string }>(
  url: string,
  objects: T[],
  { limit, starting_after }: Page,
): Answer {
  const newest = objects.toReversed();
  const after = starting_after === undefined ? -1 : newest.findIndex(({ id }) => id === starting_after);
  if (starting_after !== undefined && after < 0) {
    throw new ApiError(400, `No such object: '${starting_after}'`, {
      code: "resource_missing",
      param: "starting_after",
    });
  }
  const data = newest.slice(after + 1, after + 1 + limit);
  return ok({ object: "list", url, has_more: after + 1 + limit < newest.length, data });
}
