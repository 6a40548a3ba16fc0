import { env } from "@/lib/env";
import type { Page } from "@/lib/paging";
import { reply } from "./route";

/** A page of a list as its plain array, with a `Link` to the next one if there is one (api.md, Every answer). */
export function replyPage<T>(request: Request, { items, next }: Page<T>) {
  if (next === null) return reply(items, { headers: {} });
  const { pathname, searchParams } = new URL(request.url);
  searchParams.set("cursor", next);
  const address = `${env().appUrl}${pathname}?${searchParams}`;
  return reply(items, { headers: { Link: `<${address}>; rel="next"` } });
}
