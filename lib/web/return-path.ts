import { env } from "@/lib/ground/env";
import { hasNoCardNumber } from "@/lib/ground/text-rules";
import { safePath } from "./safe-path";

/** The path of this origin that a caller wants a provider's page to lead back to; `fallback` for none, or for any other place (D33). */
export function returnPath(raw: string | undefined, fallback: string): string {
  const { appUrl } = env();
  const path = safePath(raw?.startsWith(`${appUrl}/`) ? raw.slice(appUrl.length) : raw);
  // It is kept with the purchase.
  return path !== null && hasNoCardNumber(decoded(path)) ? path : fallback;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
