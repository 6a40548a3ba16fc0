const TIMEOUT_MS = 20_000;

/** A call that failed: the contract's error, or `NETWORK` and `TIMEOUT` with status 0 when no answer came. */
export class ApiError extends Error {
  override name = "ApiError";

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: Record<string, string> = {},
  ) {
    super(message);
  }
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Calls our own API from the browser. What may safely be sent twice (reads, and writes that carry an idempotency key) is sent once more when
 * no answer came.
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

/** Without the origin: a page that was opened by another name of this server still asks its own. */
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

type Answered = { answer: unknown; link: string | null };

async function call(method: Method, path: string, body: unknown, key: string | undefined): Promise<Answered> {
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

/** The error's own sentence, else the status line: a page of HTML is nothing to show to a person. */
function toApiError(response: Response, answer: unknown): ApiError {
  const problem = (answer ?? {}) as {
    error?: unknown;
    message?: unknown;
    code?: unknown;
    fields?: Record<string, string>;
  };
  const sentence = [problem.error, problem.message].find((text) => typeof text === "string" && text !== "");
  return new ApiError(
    response.status,
    typeof problem.code === "string" ? problem.code : `HTTP_${response.status}`,
    (sentence as string | undefined) ?? `${response.status} ${response.statusText}`.trim(),
    problem.fields,
  );
}

/** How the browsers call it when no answer came: Chrome, Safari, Firefox, and our own word for too late. */
const LOST = /Failed to fetch|Load failed|NetworkError|Timeout/;

/**
 * Which text of the catalogue (`errors.mobile.*`) stands in for a message that would mean nothing to a person; null when the message is good
 * as it is (specification 8). The specification asks this of phones; in the reader's language it serves every screen.
 */
export function failureKey(error: unknown): "offline" | "notFound" | "server" | "unknown" | null {
  const message = error instanceof Error ? error.message : "";
  if (LOST.test(message)) return "offline";
  if (message.includes("404")) return "notFound";
  if (/\b5\d\d\b|Service Unavailable/.test(message)) return "server";
  return error instanceof ApiError && message !== "" ? null : "unknown";
}
