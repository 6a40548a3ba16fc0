import "server-only";
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import { uploadOrigin } from "@/lib/providers/photo-store";
import { parseJson, readText } from "./input";

/** Carries the nonce to the layout, for its own inline script. */
export const NONCE_HEADER = "x-nonce";

/** Where browsers report violations. */
const REPORTS = "/api/csp-reports";

/**
 * The `Reporting-Endpoints` header, to which `report-to` in the policy refers; null on http. A browser that knows
 * `report-to` ignores `report-uri`, but sends reports on https only: on http the policy has `report-uri` alone.
 */
export function reportingEndpoints(): string | null {
  return env().secure ? `csp="${REPORTS}"` : null;
}

/** For answers that are not pages: opened in a browser, they run nothing. */
export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** For the page of an outage, which has a style of its own and runs nothing. */
export const OUTAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** For the service worker: it fetches from this origin, shows notifications with our icons, and does nothing else. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'";

/** For the pages of the payments sandbox: text, their own style, a form, and a frame with a message of its mail. */
export const SANDBOX_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** For the HTML of a message in that frame: it runs nothing, sends nothing, and its links open in a new tab. */
export const SANDBOX_MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

const CARD_SCRIPT = "https://js.stripe.com https://*.js.stripe.com";
const GOOGLE_PICTURES = "https://*.googleusercontent.com";

/** A new nonce for one page. */
export function newNonce(): string {
  return randomBytes(16).toString("base64");
}

/**
 * The Content-Security-Policy of a page: scripts run by nonce only, and may load what they need. The card provider's
 * origins are added when its real keys are set; its sandbox is reached through this origin. Photos are shown from this
 * origin, and sent to the bucket if there is one.
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

/** A violation as it is logged: no query, no text of the page, nothing about the person who saw it. */
export type Violation = {
  /** The path of the page. */
  page: string;
  directive: string;
  /** What was blocked: an origin, a path of this one, or a word such as `inline`. */
  blocked: string;
  /** The script that did it, and the line. */
  source: string;
  line: number | null;
};

const MAX_REPORT = 16 * 1024;
/** A browser sends what it has gathered; more than this is a flood. */
const MAX_VIOLATIONS = 10;
const MAX_TEXT = 120;

type Fields = Record<string, unknown>;
const fields = z.record(z.string(), z.unknown());
const lineNumber = z.int().min(0).nullable().catch(null);
const violation = z.object({ type: z.literal("csp-violation"), body: fields });

/** The two formats: of `report-uri`, and of `report-to`, which can bring reports of other kinds along. */
const FORMATS: Record<string, z.ZodType<Fields[]>> = {
  "application/csp-report": z.object({ "csp-report": fields }).transform((sent) => [sent["csp-report"]]),
  "application/reports+json": z
    .array(z.unknown())
    .transform((sent) => sent.map((report) => violation.safeParse(report).data?.body))
    .transform((found) => found.filter((report) => report !== undefined)),
};

/**
 * Reads a browser's report of violated policies.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, VALIDATION_ERROR
 */
export async function readViolations(request: Request): Promise<Violation[]> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  const format = Object.hasOwn(FORMATS, type) ? FORMATS[type] : undefined;
  if (!format) throw new AppError("UNSUPPORTED_MEDIA_TYPE");
  const sent = format.safeParse(parseJson(await readText(request, MAX_REPORT)));
  if (!sent.success) throw new AppError("VALIDATION_ERROR");
  return sent.data.slice(0, MAX_VIOLATIONS).map((report) => ({
    page: shortened(report.documentURL ?? report["document-uri"]),
    directive: word(
      report.effectiveDirective || report["effective-directive"] || report["violated-directive"],
    ),
    blocked: shortened(report.blockedURL ?? report["blocked-uri"]),
    source: shortened(report.sourceFile ?? report["source-file"]),
    line: lineNumber.parse(report.lineNumber ?? report["line-number"]),
  }));
}

/** An address of this origin as its path, another as its origin; a word such as `eval` as it is. */
function shortened(address: unknown): string {
  if (typeof address !== "string" || !URL.canParse(address)) return word(address);
  const { origin, protocol, pathname } = new URL(address);
  if (!/^https?:$/.test(protocol)) return protocol;
  return (origin === env().appUrl ? pathname : origin).slice(0, MAX_TEXT);
}

function word(text: unknown): string {
  return typeof text === "string" ? text.replace(/[^a-z-].*/s, "").slice(0, MAX_TEXT) : "";
}
