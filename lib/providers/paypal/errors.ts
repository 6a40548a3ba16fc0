import { z } from "zod";
import { ProviderUnavailable } from "@/lib/providers/payment";

/** PayPal answered, and refused a call. */
export class Refused extends Error {
  override name = "Refused";

  constructor(
    readonly status: number,
    /** Its name and its issues, such as `RESOURCE_NOT_FOUND` or `CAPTURE_FULLY_REFUNDED`. */
    readonly codes: readonly string[],
    reason: string,
  ) {
    super(`PayPal refused a call: ${status} ${reason}`);
  }
}

const errorBody = z.object({
  name: z.string().optional(),
  message: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
});

/** Another call with the same request id is still at work. */
const IN_PROGRESS = "PREVIOUS_REQUEST_IN_PROGRESS";

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
    statusCode === 401 || statusCode === 429 || statusCode >= 500 || codes.includes(IN_PROGRESS);
  return passing
    ? new ProviderUnavailable(`PayPal: ${statusCode} ${reason}`)
    : new Refused(statusCode, codes, reason);
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
 * Keeps our own class of refusals inside this folder: a call that PayPal refuses is a fault of ours.
 * @throws ProviderUnavailable
 */
export async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof Refused ? new Error(error.message) : error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text.slice(0, 200) };
  }
}
