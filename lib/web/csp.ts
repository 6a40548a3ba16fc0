import "server-only";
import { randomBytes } from "node:crypto";
import { env } from "@/lib/ground/env";
import { uploadOrigin } from "@/lib/providers/photo-store";

/** Tells the layout the nonce for its own inline script. */
export const NONCE_HEADER = "x-nonce";

/** Where browsers tell of violations. */
const REPORTS = "/api/csp-reports";

/**
 * The newer way to tell browsers where: a header that the policy refers to. They use it on https only, and would then leave the older way, which
 * names the address in the policy itself, even where they do not use it. Null on http.
 */
export function reportingEndpoints(): string | null {
  return env().secure ? `csp="${REPORTS}"` : null;
}

/** For answers that are no pages: whoever opens one in a browser runs nothing. */
export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** For the service worker: it fetches from this origin and does nothing else. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/** For the pages of the payments sandbox: text, their own style and a form. */
export const SANDBOX_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const CARD_SCRIPT = "https://js.stripe.com https://*.js.stripe.com";
const GOOGLE_PICTURES = "https://*.googleusercontent.com";

/** A new nonce for one page. */
export function newNonce(): string {
  return randomBytes(16).toString("base64");
}

/**
 * The Content-Security-Policy of a page: scripts run by nonce only, and may load what they need. The card provider's origins are added when
 * its real keys are set; its sandbox is reached through this origin. Photos are shown from this origin, and sent to the bucket if there is one.
 */
export function pagePolicy(nonce: string): string {
  const { card, development, google, photoStore, sandbox, secure } = env();
  const stripe = card !== null && !sandbox;
  return policy({
    "default-src": "'self'",
    "script-src": `'self' 'nonce-${nonce}' 'strict-dynamic' ${development ? "'unsafe-eval'" : ""} ${stripe ? CARD_SCRIPT : ""}`,
    "style-src": "'self' 'unsafe-inline'",
    "img-src": `'self' data: blob: ${google ? GOOGLE_PICTURES : ""}`,
    "font-src": "'self'",
    "connect-src": `'self' ${photoStore ? uploadOrigin(photoStore) : ""} ${stripe ? "https://api.stripe.com" : ""} ${development ? "ws:" : ""}`,
    "frame-src": `'self' ${stripe ? `${CARD_SCRIPT} https://hooks.stripe.com` : ""}`,
    "worker-src": "'self' blob:",
    "manifest-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "report-uri": REPORTS,
    ...(secure && { "report-to": "csp", "upgrade-insecure-requests": "" }),
  });
}

function policy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`.replace(/\s+/g, " ").trim())
    .join("; ");
}
