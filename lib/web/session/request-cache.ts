import type { SessionUser } from "@/lib/domain/users/types";
import { currentWork } from "@/lib/ground/request-context";

/** Kept on globalThis because Next.js bundles the middleware, the routes and the pages apart. */
const shared = globalThis as {
  steuntjeSessionUsers?: WeakMap<object, { token: string; holder: SessionUser }>;
};
shared.steuntjeSessionUsers ??= new WeakMap();
const holders = shared.steuntjeSessionUsers;

/**
 * Lets what answers this request know whom the middleware found behind its session, within this process: nothing that a caller sends can say it.
 * For reading only: what changes something looks the person up anew, and a page that it draws afterwards shows what it changed.
 */
export function cacheSessionUser(token: string, holder: SessionUser): void {
  const work = currentWork();
  if (work) holders.set(work, { token, holder });
}

/** Whom the middleware found behind this token while it looked at this same request; null when it did not look. */
export function cachedSessionUser(token: string): SessionUser | null {
  const work = currentWork();
  const handed = work && holders.get(work);
  return handed?.token === token ? handed.holder : null;
}
