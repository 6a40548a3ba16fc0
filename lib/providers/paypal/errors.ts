import { z } from "zod";
import { CallNotRead, type ProviderAnswer, ProviderUnavailable } from "@/lib/providers/gateway";

/** PayPal answered, and refused the call. */
export class Refused extends Error {
  override name = "Refused";

  constructor(
    readonly status: number,
    /** Its name and issues, such as `RESOURCE_NOT_FOUND` or `CAPTURE_FULLY_REFUNDED`. */
    readonly codes: readonly string[],
    reason: string,
    readonly links: readonly Link[] = [],
  ) {
    super(`PayPal refused a call: ${status} ${reason}`);
  }

  /** The most specific code: an issue, otherwise the name, which is common to all refusals with this status. */
  get code(): string {
    return this.codes.at(-1) ?? String(this.status);
  }
}

type Link = { rel?: string | undefined; href?: string | undefined };

const linksIn = z
  .array(z.object({ rel: z.string().optional(), href: z.string().optional() }))
  .optional()
  .catch(undefined);
const errorBody = z.object({
  name: z.string().optional(),
  message: z.string().optional(),
  debug_id: z.string().optional(),
  /** The Payouts API has links in the details. */
  details: z.array(z.object({ issue: z.string().optional(), link: linksIn })).optional(),
  links: linksIn,
});

/** Another call with the same key or order is still running. */
const IN_PROGRESS = new Set(["PREVIOUS_REQUEST_IN_PROGRESS", "ORDER_COMPLETION_IN_PROGRESS"]);

/**
 * Converts an error of the library. Everything temporary (no connection, no answer, a failure or a limit at PayPal,
 * rejected keys) becomes ProviderUnavailable.
 */
export function classified(thrown: unknown): Refused | ProviderUnavailable {
  const { statusCode, message } = thrown as { statusCode?: unknown; message?: unknown };
  if (typeof statusCode !== "number") return new ProviderUnavailable(`PayPal: ${String(message ?? thrown)}`);
  const body = errorBody.safeParse(parsed(String(message))).data ?? {};
  const codes = [body.name, ...(body.details ?? []).map(({ issue }) => issue)].filter(
    (code) => code !== undefined,
  );
  const reason = [codes.join(" "), body.debug_id, body.message].filter(Boolean).join(": ");
  if (statusCode === 401 || statusCode === 429) {
    return new CallNotRead(codes[0] ?? String(statusCode), `PayPal: ${statusCode} ${reason}`);
  }
  const isTemporary = statusCode >= 500 || codes.some((code) => IN_PROGRESS.has(code));
  return isTemporary
    ? new ProviderUnavailable(`PayPal: ${statusCode} ${reason}`)
    : new Refused(statusCode, codes, reason, [
        ...(body.links ?? []),
        ...(body.details ?? []).flatMap(({ link }) => link ?? []),
      ]);
}

/** Refusals because of the operator's account or its permissions. */
const ACCOUNT_ISSUES = new Set([
  "AUTH_CAPTURE_NOT_ENABLED",
  "CONSENT_NEEDED",
  "INSUFFICIENT_FUNDS",
  "INVALID_ACCOUNT_STATUS",
  "NOT_AUTHORIZED",
  "PAYEE_ACCOUNT_INVALID",
  "PAYEE_ACCOUNT_LOCKED_OR_CLOSED",
  "PAYEE_ACCOUNT_RESTRICTED",
  "PERMISSION_DENIED",
  "PERMISSION_DENIED_FOR_DONATION_ITEMS",
  "REFUND_FAILED_INSUFFICIENT_FUNDS",
  "TRANSACTION_RECEIVING_LIMIT_EXCEEDED",
  "USER_ACCOUNT_CLOSED",
]);

/** Refunds that PayPal will never make: the operator has to return the money in another way. */
export const NEVER_REFUNDED: ReadonlySet<string> = new Set([
  "MAX_NUMBER_OF_REFUNDS_EXCEEDED",
  "PAYER_ACCOUNT_LOCKED_OR_CLOSED",
  "REFUND_AMOUNT_EXCEEDED",
  "REFUND_AMOUNT_TOO_LOW",
  "REFUND_IS_RESTRICTED",
  "REFUND_NOT_ALLOWED",
  "REFUND_TIME_LIMIT_EXCEEDED",
]);

/**
 * Calls whose refusal is normal: they use ids from unverified senders, or need a feature that the operator may not have
 * enabled.
 */
const MAY_BE_REFUSED = /^\/v1\/(customer\/disputes|notifications\/verify-webhook-signature)/;

/** A payout whose batch was made before: the refusal names it. */
const REPEATED = new Set(["USER_BUSINESS_ERROR"]);

/** Who can fix a refusal, for the log. */
export function faultOf(
  refused: Refused,
  { verb, path }: { verb: string; path: string },
): ProviderAnswer["fault"] {
  if (MAY_BE_REFUSED.test(path) || refusedFor(refused, REPEATED)) return undefined;
  if (isAccountIssue(refused)) return "account";
  if (path.endsWith("/refund") && refusedFor(refused, NEVER_REFUNDED)) return "account";
  if (refused.status === 422) return "payer";
  return verb === "POST" ? "ours" : undefined;
}

function isAccountIssue({ status, codes }: Refused): boolean {
  return status === 403 || codes.some((code) => ACCOUNT_ISSUES.has(code));
}

/** Whether PayPal refused a call for one of these reasons. */
export function refusedFor(error: unknown, codes: ReadonlySet<string>): boolean {
  return error instanceof Refused && error.codes.some((code) => codes.has(code));
}

/** Whether PayPal does not know the id. */
export function isMissing(error: unknown): boolean {
  return error instanceof Refused && error.status === 404;
}

/** Null instead of an id that PayPal does not know. */
export function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

/**
 * Replaces `Refused` by the gateway's errors. A refusal because of the operator's account, or of what PayPal will not
 * do now, becomes ProviderUnavailable; any other refused call is a bug.
 * @throws ProviderUnavailable
 */
export async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { status, message } = error;
    throw status === 422 || isAccountIssue(error) ? new ProviderUnavailable(message) : new Error(message);
  }
}

/**
 * The same for a call that only reads: a refusal says nothing about what was asked for.
 * @throws ProviderUnavailable
 */
export async function reading<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const isRefused = error instanceof Refused || error instanceof CallNotRead;
    throw isRefused ? new ProviderUnavailable(error.message) : error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text.slice(0, 200) };
  }
}
