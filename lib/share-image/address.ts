import { createHash } from "node:crypto";
import type { SharedRequest } from "@/lib/domain/requests/schema";
import { env } from "@/lib/ground/env";
import { LOCALES, type Locale } from "@/lib/ground/vocabulary";

export const PICTURE_SIZE = { width: 1200, height: 630 };

/** To be increased when the picture's design changes. */
const DESIGN = 3;

const SITE = "site";
const FILE = new RegExp(`^(${SITE}|[0-9a-f-]{36})\\.(${LOCALES.join("|")})\\.[\\w-]+\\.jpg$`);

/**
 * The address of the picture of a request, or of the product. It contains the language and a version of all that the
 * picture shows, so that caches can keep it for good and clients fetch another after progress.
 */
export function pictureAddress(request: SharedRequest | null, locale: Locale): string {
  return `/share-image/${request?.id ?? SITE}.${locale}.${versionOf(request)}.jpg`;
}

/** The picture that a file name means, with a null id for the product's; null for any other name. */
export function readPictureFile(file: string): { id: string | null; locale: Locale } | null {
  const [, id, locale] = FILE.exec(file) ?? [];
  return id && locale ? { id: id === SITE ? null : id, locale: locale as Locale } : null;
}

function versionOf(request: SharedRequest | null): string {
  const { appName, currency } = env();
  const content = request && [
    request.item,
    request.goal,
    request.raised,
    request.completionEmoji,
    request.photoUrl,
    request.user && [request.user.name, request.user.username, request.user.avatar],
  ];
  return createHash("sha256")
    .update(JSON.stringify([DESIGN, appName, currency, content]))
    .digest("base64url")
    .slice(0, 10);
}
