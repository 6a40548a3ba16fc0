import { env } from "@/lib/ground/env";
import type { Page } from "@/lib/ground/paging";
import { reply } from "./route";

/** A page of a list as its plain array, with a `Link` to the next one if there is one (api.md, Every answer). */
export function replyPage<T>(request: Request, { items, next }: Page<T>) {
  return reply(items, { headers: nextLink(request, next) });
}

/** The header that links to the next page of a list; none at its end. */
export function nextLink(request: Request, next: string | null): Record<string, string> {
  if (next === null) return {};
  const { pathname, searchParams } = new URL(request.url);
  searchParams.set("cursor", next);
  const address = `${env().appUrl}${pathname}?${searchParams}`;
  return { Link: `<${address}>; rel="next"` };
}
