import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import { isAddress } from "@/lib/server/hosts";

/**
 * The origin by which a request reached this site. The demo is also opened by an address of its machine in numbers, as
 * on a phone (D53); a name that somebody else points here is none (`lib/server/http-servers.ts`).
 */
export function originOf(headers: Headers): string {
  const { appUrl, sandbox } = env();
  const host = headers.get("host") ?? "";
  return sandbox && isAddress(host) ? `http://${host}` : appUrl;
}

/** An address of this site, by the origin by which a request reached it. */
export function asReached(address: string, headers: Headers): string {
  const { appUrl } = env();
  return address.startsWith(`${appUrl}/`) ? originOf(headers) + address.slice(appUrl.length) : address;
}

/**
 * Whether a request comes from a page of this site, or from no browser (api.md, D44). Callers other than browsers send
 * neither header, and do not send a person's cookies by accident.
 */
export function isSameOrigin(headers: Headers): boolean {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  return (
    (origin === null || origin === env().appUrl || origin === originOf(headers)) &&
    (site === null || site === "same-origin" || site === "none")
  );
}

/**
 * Refuses a state-changing call from a page of another site.
 * @throws AppError CROSS_ORIGIN
 */
export function assertSameOrigin(headers: Headers): void {
  if (!isSameOrigin(headers)) throw new AppError("CROSS_ORIGIN");
}
