import type { SessionUser } from "@/lib/domain/sessions/types";
import { currentRequestContext } from "@/lib/ground/request-context";

/** Kept on globalThis because Next.js bundles the middleware, the routes and the pages apart. */
const shared = globalThis as {
  steuntjeSessionUsers?: WeakMap<object, { token: string; user: SessionUser }>;
};
shared.steuntjeSessionUsers ??= new WeakMap();
const users = shared.steuntjeSessionUsers;

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
