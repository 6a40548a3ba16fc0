import { z } from "zod";
import { type ProviderAnswer, ProviderUnavailable } from "@/lib/providers/gateway";

/** PayPal answered, and refused a call. */
export class Refused extends Error {
  override name = "Refused";

  constructor(
    readonly status: number,
    /** Its name and its issues, such as `RESOURCE_NOT_FOUND` or `CAPTURE_FULLY_REFUNDED`. */
    readonly codes: readonly string[],
    reason: string,
    readonly links: readonly Link[] = [],
  ) {
    super(`PayPal refused a call: ${status} ${reason}`);
  }

  /** The most telling of its codes: an issue before the name that goes with every refusal of this status. */
  get code(): string {
    return this.codes.at(-1) ?? String(this.status);
  }
}

type Link = { rel?: string | undefined; href?: string | undefined };

const errorBody = z.object({
  name: z.string().optional(),
  message: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
  links: z
    .array(z.object({ rel: z.string().optional(), href: z.string().optional() }))
    .optional()
    .catch(undefined),
});

/** Another call for the same thing is still at work. */
const IN_PROGRESS = new Set(["PREVIOUS_REQUEST_IN_PROGRESS", "ORDER_COMPLETION_IN_PROGRESS"]);

/**
 * What the library threw, as what we say of it. What passes with time (no connection, no answer, a failure or a limit on their side, keys they do
 * not take) is ProviderUnavailable.
 */
export function readable(thrown: unknown): Refused | ProviderUnavailable {
  const { statusCode, message } = thrown as { statusCode?: unknown; message?: unknown };
  if (typeof statusCode !== "number") return new ProviderUnavailable(`PayPal: ${String(message ?? thrown)}`);
  const body = errorBody.safeParse(parsed(String(message))).data ?? {};
  const codes = [body.name, ...(body.details ?? []).map(({ issue }) => issue)].filter(
    (code) => code !== undefined,
  );
  const reason = [codes.join(" "), body.debug_id, body.message].filter(Boolean).join(": ");
  const passing =
    statusCode === 401 ||
    statusCode === 429 ||
    statusCode >= 500 ||
    codes.some((code) => IN_PROGRESS.has(code));
  return passing
    ? new ProviderUnavailable(`PayPal: ${statusCode} ${reason}`)
    : new Refused(statusCode, codes, reason, body.links);
}

/** Refusals because of the operator's own account, or of what it may do. */
const OF_ACCOUNT = new Set([
  "AUTH_CAPTURE_NOT_ENABLED",
  "CONSENT_NEEDED",
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

/** A refund that will be given no other day either: the operator has to give the money back in another way. */
export const NEVER_REFUNDED: ReadonlySet<string> = new Set([
  "MAX_NUMBER_OF_REFUNDS_EXCEEDED",
  "PAYER_ACCOUNT_LOCKED_OR_CLOSED",
  "REFUND_AMOUNT_TOO_LOW",
  "REFUND_IS_RESTRICTED",
  "REFUND_NOT_ALLOWED",
  "REFUND_TIME_LIMIT_EXCEEDED",
]);

/**
 * Questions that may well be refused: they are about things that strangers name, or that the operator need not have
 * switched on.
 */
const ASKED_IN_DOUBT = /^\/v1\/(customer\/disputes|notifications\/verify-webhook-signature)/;

/** Who can do something about a refusal, for the log. */
export function faultOf(
  refused: Refused,
  { verb, path }: { verb: string; path: string },
): ProviderAnswer["fault"] {
  if (ASKED_IN_DOUBT.test(path)) return undefined;
  if (isOfAccount(refused)) return "account";
  if (path.endsWith("/refund") && refusedFor(refused, NEVER_REFUNDED)) return "account";
  if (refused.status === 422) return "payer";
  return verb === "POST" ? "ours" : undefined;
}

function isOfAccount({ status, codes }: Refused): boolean {
  return status === 403 || codes.some((code) => OF_ACCOUNT.has(code));
}

/** Whether PayPal refused a call for one of these reasons. */
export function refusedFor(error: unknown, codes: ReadonlySet<string>): boolean {
  return error instanceof Refused && error.codes.some((code) => codes.has(code));
}

/** Whether PayPal knows no such thing. */
export function isMissing(error: unknown): boolean {
  return error instanceof Refused && error.status === 404;
}

/**
 * Keeps our own class of refusals inside this folder. A refusal because of the operator's account, or of what
 * PayPal will not do now, counts as unavailable; a question that it does not understand is a fault of ours.
 * @throws ProviderUnavailable
 */
export async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { status, message } = error;
    throw status === 422 || isOfAccount(error) ? new ProviderUnavailable(message) : new Error(message);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text.slice(0, 200) };
  }
}
