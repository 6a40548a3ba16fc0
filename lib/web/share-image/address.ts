import { createHash } from "node:crypto";
import type { SharedRequest } from "@/lib/domain/requests/types";
import type { Locale } from "@/lib/vocabulary";

/** Differs whenever the picture does: whoever keeps pictures by address fetches a new one once progress has moved. */
export function pictureVersion({ item, goal, raised, requester }: SharedRequest): string {
  return createHash("sha256")
    .update(JSON.stringify([item, goal, raised, requester]))
    .digest("base64url")
    .slice(0, 10);
}

/** Where the picture of a request, or else of the product, is found. The address names the language, since caches keep the answer for everyone. */
export function pictureAddress(request: SharedRequest | null, locale: Locale): string {
  if (!request) return `/share-image/site.png?language=${locale}`;
  return `/share-image/${request.id}.png?language=${locale}&version=${pictureVersion(request)}`;
}
