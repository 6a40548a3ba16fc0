import type { Holder } from "@/lib/domain/users/types";
import { currentWork } from "@/lib/request-context";

/** Kept on globalThis because Next.js bundles the middleware, the routes and the pages apart. */
const shared = globalThis as { steuntjeHolders?: WeakMap<object, { token: string; holder: Holder }> };
shared.steuntjeHolders ??= new WeakMap();
const holders = shared.steuntjeHolders;

/**
 * Lets what answers this request know whom the middleware found behind its session, within this process: nothing that a caller sends can say it.
 * For reading only: what changes something looks the person up anew, and a page that it draws afterwards shows what it changed.
 */
export function handOver(token: string, holder: Holder): void {
  const work = currentWork();
  if (work) holders.set(work, { token, holder });
}

/** Whom the middleware found behind this token while it looked at this same request; null when it did not look. */
export function handedOver(token: string): Holder | null {
  const work = currentWork();
  const handed = work && holders.get(work);
  return handed?.token === token ? handed.holder : null;
}
