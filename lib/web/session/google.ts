import "server-only";
import { FRESH_MINUTES } from "@/lib/domain/sessions/rules";
import { env } from "@/lib/ground/env";
import { safePath } from "@/lib/web/safe-path";
import { askNextAuth, type Browser, WELCOME } from "./next-auth";

/** Why social sign-in failed: `/auth?error=…`, shown there in the person's language. */
type GoogleError = "google_unavailable" | "google_failed" | "account_exists";

/**
 * Parameters for a signed-in person who has to authenticate again: to choose the account, and to enter its password if
 * that was long ago. Google has no `prompt=login` and ignores `max_age`; what counts is the time that it reports
 * (next-auth.ts).
 */
const FRESH = new URLSearchParams({ prompt: "select_account", max_age: String(FRESH_MINUTES * 60) });

/**
 * Sends a browser to Google, to come back to `next`; back to /auth when Google is not configured or does not answer
 * (D14). `fresh` asks for a new authentication.
 */
export async function startGoogle(
  request: Request,
  next: string | null,
  browser: Browser,
  { fresh = false } = {},
): Promise<Response> {
  if (!env().google) return backToAuth("google_unavailable", next);
  const response = await askNextAuth(`/api/auth/signin/google${fresh ? `?${FRESH}` : ""}`, {
    cookie: request.headers.get("cookie"),
    browser,
    body: new URLSearchParams({ callbackUrl: next ?? "/" }),
  });
  const location = response.headers.get("location");
  return location && !isHere(location) ? response : backToAuth("google_unavailable", next);
}

/** Signs in a person that Google redirects back. An e-mail address with a password account is not merged (D14). */
export async function finishGoogle(request: Request, browser: Browser): Promise<Response> {
  const { search, searchParams } = new URL(request.url);
  const cookie = request.headers.get("cookie");
  const next = wantedPath(cookie);
  if (!env().google) return backToAuth("google_unavailable", next);
  if (searchParams.get("error") === "access_denied") return backToAuth(null, next);
  const response = await askNextAuth(`/api/auth/callback/google${search}`, { cookie, browser });
  const location = new URL(response.headers.get("location") ?? "/auth?error=none", env().appUrl);
  if (location.pathname === WELCOME) return welcome(response, next);
  if (location.pathname !== "/auth") return response;
  const isTaken = location.searchParams.get("error") === "OAuthAccountNotLinked";
  return backToAuth(isTaken ? "account_exists" : "google_failed", next);
}

/** Leads a new person to what they wanted, otherwise to the choice of what to do first. */
function welcome(response: Response, next: string | null): Response {
  const headers = new Headers(response.headers);
  headers.set("Location", new URL(next && next !== "/" ? next : WELCOME, env().appUrl).href);
  return new Response(null, { status: response.status, headers });
}

/** Redirects to the login form, with what went wrong. */
export function backToAuth(error: GoogleError | null, next: string | null): Response {
  const query = new URLSearchParams({ ...(error && { error }), ...(next && next !== "/" && { next }) });
  const location = query.size > 0 ? `/auth?${query}` : "/auth";
  return new Response(null, { status: 302, headers: { Location: location, "Cache-Control": "no-store" } });
}

function isHere(location: string): boolean {
  return new URL(location, env().appUrl).origin === env().appUrl;
}

/** The path that the person wanted when sign-in started, which next-auth stores in a cookie. */
function wantedPath(cookie: string | null): string | null {
  const raw = /(?:^|;\s*)(?:__Host-)?authjs\.callback-url=([^;]*)/.exec(cookie ?? "")?.[1];
  try {
    const url = new URL(decodeURIComponent(raw ?? ""));
    return url.origin === env().appUrl ? safePath(url.pathname + url.search) : null;
  } catch {
    return null;
  }
}
