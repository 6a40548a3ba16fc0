import type { SessionUser } from "@/lib/domain/sessions/types";
import { perProcess } from "@/lib/ground/per-process";
import { currentRequestContext } from "@/lib/ground/request-context";

const users = perProcess("session users", () => new WeakMap<object, { token: string; user: SessionUser }>());

/**
 * Caches the signed-in person that the middleware found, for what answers the same request in this process; no header
 * carries it, so that no caller can forge it. Only requests that read use it: what changes something queries the
 * person again, and the page that it then renders shows the change.
 */
export function cacheSessionUser(token: string, user: SessionUser): void {
  const work = currentRequestContext();
  if (work) users.set(work, { token, user });
}

/** The person that the middleware found for this token during this request; null when it did not query. */
export function cachedSessionUser(token: string): SessionUser | null {
  const work = currentRequestContext();
  const cached = work && users.get(work);
  return cached?.token === token ? cached.user : null;
}
