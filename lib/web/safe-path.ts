import { env } from "@/lib/ground/env";
import { hasNoCardNumber } from "@/lib/ground/text-rules";

const HERE = "http://here.invalid";

/**
 * A path of this origin from an untrusted address (D33); null for anything that a browser could resolve to another
 * origin. The path is normalised as a browser does it, so that another parser cannot read it differently.
 */
export function safePath(raw: string | null | undefined): string | null {
  if (!raw?.startsWith("/") || !URL.canParse(raw, HERE)) return null;
  const url = new URL(raw, HERE);
  const path = url.pathname + url.search + url.hash;
  return url.origin === HERE && !/^\/[/\\]/.test(path) ? path : null;
}

/** The path to which a provider's page should lead back (D33); `fallback` when there is none or it is not ours. */
export function returnPath(raw: string | undefined, fallback: string): string {
  const { appUrl } = env();
  const path = safePath(raw?.startsWith(`${appUrl}/`) ? raw.slice(appUrl.length) : raw);
  // The path is stored with the purchase.
  return path !== null && hasNoCardNumber(decoded(path)) ? path : fallback;
}

/** Carries from the middleware to the pages the path, with its query, that a browser asked for. */
export const PATH_HEADER = "x-steuntje-path";

/** The login page, which leads back to a path of this origin afterwards. */
export function loginPath(wanted: string): string {
  return wanted === "/" ? "/auth" : `/auth?next=${encodeURIComponent(wanted)}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
