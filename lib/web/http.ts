import type { Problem } from "./problem";

const TIMEOUT_MS = 20_000;

/** A call that failed: the contract's error, or `NETWORK` and `TIMEOUT` with status 0 when no answer came. */
export class ApiError extends Error {
  override name = "ApiError";

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: Record<string, string> = {},
    /** Free usernames, where the one sent is taken. */
    readonly suggestions: readonly string[] = [],
    /** Where somebody else is just paying: when to try again, and what can be given now, in cents. */
    readonly busy: { until: string; remaining: number } | null = null,
    /** What has to be solved before the call is repeated, as JSON text (lib/web/proof-of-work.ts). */
    readonly challenge: string | null = null,
  ) {
    super(message);
  }
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Calls our own API from the browser. Reads, and writes with an idempotency key, are sent once more when no answer
 * came.
 * @throws ApiError
 */
export async function send<T>(
  method: Method,
  path: string,
  body?: unknown,
  { idempotencyKey }: { idempotencyKey?: string } = {},
): Promise<T> {
  const attempt = () => call(method, path, body, idempotencyKey);
  const safe = method === "GET" || idempotencyKey !== undefined;
  return (await (safe ? twice(attempt) : attempt())).answer as T;
}

/**
 * Reads a page of a long list, and where the next one is; null on the last (api.md, Every answer).
 * @throws ApiError
 */
export async function readPage<T>(path: string): Promise<{ items: T[]; next: string | null }> {
  const { answer, link } = await twice(() => call("GET", path, undefined, undefined));
  const next = /<([^>]+)>; rel="next"/.exec(link ?? "")?.[1];
  return { items: answer as T[], next: next ? pathOf(next) : null };
}

/** Without the origin: a page opened under another name of this server still calls its own. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

async function twice<T>(attempt: () => Promise<T>): Promise<T> {
  return attempt().catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "NETWORK") return attempt();
    throw error;
  });
}

type ProviderAnswer = { answer: unknown; link: string | null };

async function call(
  method: Method,
  path: string,
  body: unknown,
  key: string | undefined,
): Promise<ProviderAnswer> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      method,
      credentials: "same-origin",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        Accept: "application/json",
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(key !== undefined && { "Idempotency-Key": key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    text = await response.text();
  } catch (thrown) {
    const timedOut = thrown instanceof DOMException && thrown.name === "TimeoutError";
    throw timedOut ? new ApiError(0, "TIMEOUT", "Timeout") : new ApiError(0, "NETWORK", "Failed to fetch");
  }
  const answer = parse(text);
  if (!response.ok) throw toApiError(response, answer);
  return { answer, link: response.headers.get("link") };
}

function parse(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Every error of the contract has a code, and its sentence twice (api.md); any other answer is a gateway's, judged by
 * its status.
 */
function toApiError({ status }: Response, answer: unknown): ApiError {
  const problem = (answer ?? {}) as Partial<Problem>;
  const { code, error, message, fields, suggestions, until, remaining, challenge } = problem;
  const ours = typeof code === "string" && typeof error === "string" && error === message;
  return ours
    ? new ApiError(status, code, error, fields, suggestions, busyOf(until, remaining), challenge)
    : new ApiError(status, `${GATEWAY}${status}`, "");
}

function busyOf(until: string | undefined, remaining: number | undefined): ApiError["busy"] {
  return until === undefined || remaining === undefined ? null : { until, remaining };
}

/** The prefix of codes for answers outside the contract. */
const GATEWAY = "HTTP_";

/** The messages of Chrome, Safari and Firefox when no answer came to a server action, which they send themselves. */
const LOST = /Failed to fetch|Load failed|NetworkError/;

/**
 * The text of the catalogue (`errors.mobile.*`) for a failed call, by status and code; null when the error has a
 * sentence for people, as only errors of the contract do: a gateway's page, body or status line is never shown
 * (specification 8). The specification asks this of phones; every screen uses it.
 */
export function failureKey(error: unknown): "offline" | "notFound" | "server" | "unknown" | null {
  if (!(error instanceof ApiError)) {
    return error instanceof Error && LOST.test(error.message) ? "offline" : "unknown";
  }
  const { status, code } = error;
  if (status === 0) return "offline";
  if (!code.startsWith(GATEWAY)) return null;
  if (status === 404) return "notFound";
  return status >= 500 ? "server" : "unknown";
}
