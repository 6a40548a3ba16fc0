import { type NextRequest, NextResponse } from "next/server";
import { db } from "@/db/client";
import { keepSession } from "@/lib/domain/sessions/keep-session";
import { TEXT_PAGES } from "@/lib/ground/text-pages";
import { log } from "@/lib/server/log";
import { isOutage } from "@/lib/server/outage";
import { outagePage } from "@/lib/server/outage-page";
import { REQUEST_ID_HEADER, requestIdNow } from "@/lib/server/request-id";
import { cookieName, sessionCookie } from "@/lib/web/cookies";
import {
  CLOSED_POLICY,
  NONCE_HEADER,
  newNonce,
  OUTAGE_POLICY,
  pagePolicy,
  reportingEndpoints,
  SANDBOX_MAIL_POLICY,
  SANDBOX_PAGE_POLICY,
  WORKER_POLICY,
} from "@/lib/web/csp";
import { isActionInput } from "@/lib/web/input";
import { isSameOrigin } from "@/lib/web/origin";
import { loginPath, PATH_HEADER, safePath } from "@/lib/web/safe-path";
import { SANDBOX_PAGES } from "@/lib/web/sandbox-pages";
import { cacheSessionUser } from "@/lib/web/session/request-cache";

/**
 * Skipped is what reads no session and needs no policy but the closed one, which every answer has
 * (lib/server/security-headers.ts): pictures, providers' events, which Next.js would buffer, and uploads to the local
 * store (lib/web/local-upload.ts). None of their addresses has a `%`: Next.js reports one that cannot be decoded as a
 * fault, unless we redirect it.
 */
export const config = {
  runtime: "nodejs",
  matcher: "/((?!_next/|photos/[^/%]+$|avatars/[^/%]+$|api/photos/uploads/[^%]*$|api/webhooks/[^%]*$).*)",
};

/** The pages of visitors (specification 2; mail-and-access.md), and the page without a network. */
const PUBLIC_PAGES = new Set([
  "/auth",
  "/cancel",
  "/forgot-password",
  "/link",
  "/open-books",
  "/open-books/check",
  "/payment-success",
  "/report",
  "/unsubscribe",
  "/offline",
  ...TEXT_PAGES.map((page) => `/${page}`),
]);

/** A path without a call (D34), for addresses that cannot be decoded: Next.js would report them as a fault. */
const NOWHERE = "/api/nowhere";

/** The largest input of an action, in bytes; a little less than next.config.mjs allows. */
const MAX_ACTION = 128_000;

/** The id of an action: two digits for its kind and a digest. */
const ACTION_ID = /^[0-9a-f]{42}$/;

type Kind = "page" | "api" | "file" | "sandbox" | "sandbox-mail" | "worker";

/** The routing of specification 2: who may see which page, rolling sessions, and the policy of every answer. */
export default async function middleware(request: NextRequest): Promise<NextResponse> {
  const requestId = requestIdNow();
  const nonce = newNonce();
  const kind = kindOf(request.nextUrl.pathname);
  const policy = policyFor(kind, nonce);
  const token = request.cookies.get(cookieName("session"))?.value;
  const session =
    token !== undefined && rollsOn(kind, request.nextUrl.pathname)
      ? await findSession(token, requestId)
      : "none";
  // In the browser it stays: a proof in another tab may have replaced the token since this request left (trust 60), and
  // a cookie cannot be taken away without taking away the new one.
  if (session === "ended") request.cookies.delete(cookieName("session"));
  if (typeof session === "object" && onlyReads(request)) cacheSessionUser(token ?? "", session);

  if (kind === "page" && onlyReads(request) && isUnavailable(request, session)) return unavailable(requestId);
  const refusal = await refusalOf(request, kind);
  if (refusal) return new NextResponse(null, { status: refusal, headers: { "Cache-Control": "no-store" } });
  const target = redirectFor(request, kind, session);
  const response = target
    ? NextResponse.redirect(new URL(target, request.url), request.method === "POST" ? 303 : 307)
    : NextResponse.next({ request: { headers: forwarded(request, { requestId, nonce, policy }) } });
  response.headers.set(REQUEST_ID_HEADER, requestId);
  response.headers.set("Content-Security-Policy", policy);
  const reports = kind === "page" && reportingEndpoints();
  if (reports) response.headers.set("Reporting-Endpoints", reports);
  if (target) response.headers.set("Cache-Control", "no-store");
  if (typeof session === "object" && session.extended) {
    response.cookies.set(sessionCookie(token ?? "", session.expires));
  }
  return response;
}

/** The page without a network is shown in an outage too: a service worker that is installed just then stores it. */
function isUnavailable({ nextUrl }: NextRequest, session: Session): boolean {
  return (session === "unknown" || isOutage()) && nextUrl.pathname !== "/offline";
}

function unavailable(requestId: string): NextResponse {
  return new NextResponse(outagePage(), {
    status: 503,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": OUTAGE_POLICY,
      "Cache-Control": "no-store",
      "Retry-After": "15",
      [REQUEST_ID_HEADER]: requestId,
    },
  });
}

const onlyReads = ({ method }: NextRequest) => method === "GET" || method === "HEAD";

function isReadable(pathname: string): boolean {
  try {
    return decodeURIComponent(pathname) !== "";
  } catch {
    return false;
  }
}

/**
 * The status with which a page refuses what is sent to it; null when it accepts. What Next.js would report as an error
 * of its own is refused here: an action's input is as small as a call's, comes from this origin, and is a list in JSON.
 * None of our forms needs the multipart format of an action.
 */
async function refusalOf(request: NextRequest, kind: Kind): Promise<400 | 403 | 413 | 415 | null> {
  const { headers, nextUrl } = request;
  const action = headers.get("next-action");
  if (kind === "api" || kind === "sandbox" || kind === "sandbox-mail") return null;
  if (action !== null && !isReadable(nextUrl.pathname)) return 400;
  if (onlyReads(request)) return null;
  const length = headers.get("content-length");
  const isSmall = length === null ? !headers.has("transfer-encoding") : Number(length) <= MAX_ACTION;
  if (!isSmall) return 413;
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (action === null) return type === "multipart/form-data" ? 415 : null;
  if (!ACTION_ID.test(action)) return 400;
  if (!isSameOrigin(headers)) return 403;
  if (type !== "text/plain") return 415;
  return isActionInput(await request.text()) ? null : 400;
}

const SANDBOX_PAGE = new RegExp(`^/api/sandbox/((${SANDBOX_PAGES}|mail)/|mail$)`);

function kindOf(pathname: string): Kind {
  if (/^\/api\/sandbox\/mail\/\w+\/html$/.test(pathname)) return "sandbox-mail";
  if (SANDBOX_PAGE.test(pathname)) return "sandbox";
  if (pathname === "/sw.js") return "worker";
  if (/^\/api(\/|$)|^\/u\/[^/]+$/.test(pathname)) return "api";
  // A username may end like a file's name.
  const isFile = /\.[a-z0-9]+$/i.test(pathname) && !pathname.startsWith("/people/");
  return isReadable(pathname) && isFile ? "file" : "page";
}

function policyFor(kind: Kind, nonce: string): string {
  if (kind === "page") return pagePolicy(nonce);
  if (kind === "worker") return WORKER_POLICY;
  if (kind === "sandbox-mail") return SANDBOX_MAIL_POLICY;
  return kind === "sandbox" ? SANDBOX_PAGE_POLICY : CLOSED_POLICY;
}

/** The calls under /api/auth create and end sessions themselves: a cookie set here could undo theirs. */
function rollsOn(kind: Kind, pathname: string): boolean {
  return kind === "page" || (kind === "api" && !pathname.startsWith("/api/auth/"));
}

/** `ended`: the cookie is stale. `unknown`: the database does not answer, which signs nobody out. */
type Session = Awaited<ReturnType<typeof keepSession>> | "none" | "ended" | "unknown";

async function findSession(token: string, requestId: string): Promise<Exclude<Session, null>> {
  if (isOutage()) return "unknown";
  try {
    return (await keepSession(db(), token)) ?? "ended";
  } catch (error) {
    log.error({ requestId, err: error }, "the session could not be looked up");
    return "unknown";
  }
}

/** Where to redirect a request; null when it stays. */
function redirectFor({ nextUrl, headers }: NextRequest, kind: Kind, session: Session): string | null {
  const { pathname, searchParams } = nextUrl;
  if (kind === "api" && !isReadable(pathname)) return NOWHERE;
  if (kind !== "page" || session === "unknown") return null;
  if (typeof session === "object") {
    if (!isReadable(pathname)) return "/";
    if (pathname !== "/auth") return null;
    const next = safePath(searchParams.get("next")) ?? "/";
    return /^\/auth(?![\w-])/.test(next) ? "/" : next;
  }
  // A server action answers visitors itself, in its own format.
  const isPublic = PUBLIC_PAGES.has(pathname) || /^[/](reports|g|r)[/]/.test(pathname);
  if (isPublic || headers.has("next-action")) return null;
  return loginPath(pathOf(nextUrl));
}

/** The path and query of a page, without the parameter that Next.js adds where its router fetches it. */
function pathOf({ pathname, searchParams }: NextRequest["nextUrl"]): string {
  const query = new URLSearchParams(searchParams);
  query.delete("_rsc");
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}

/** The headers for the application: id, path, and the policy from which Next.js takes the nonce for its scripts. */
function forwarded(
  request: NextRequest,
  { requestId, nonce, policy }: { requestId: string; nonce: string; policy: string },
): Headers {
  const headers = new Headers(request.headers);
  headers.set(REQUEST_ID_HEADER, requestId);
  headers.set(NONCE_HEADER, nonce);
  headers.set(PATH_HEADER, pathOf(request.nextUrl));
  headers.set("Content-Security-Policy", policy);
  return headers;
}
