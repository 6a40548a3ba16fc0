import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import paypal from "@paypal/checkout-server-sdk";
import type { z } from "zod";
import { requestIdHeader } from "@/lib/ground/request-context";
import { type ProviderAnswer, ProviderUnavailable } from "@/lib/providers/gateway";
import { classified, faultOf, Refused } from "./errors";

export type PayPalKeys = {
  clientId: string;
  clientSecret: string;
  webhookId: string;
  /** Another origin with the same API, such as PayPal's test API or the payments sandbox; null for PayPal itself. */
  apiBase: string | null;
};

type Limits = {
  /** Time limit of one try, in milliseconds. */
  timeout?: number;
  /** Number of retries without an answer, with the same request id. */
  retries?: number;
};

export type Options = Limits & { onAnswer?: OnAnswer };

type OnAnswer = ((answer: ProviderAnswer) => void) | undefined;

type PayPalRequest<S extends z.ZodType> = {
  /** GET by default. */
  verb?: "GET" | "POST";
  path: string;
  /** An object, or JSON text that is sent unchanged. */
  body?: object | string;
  /** The idempotency key. */
  key?: string;
  headers?: Record<string, string>;
  /** Not tried again: a refusal would not say whether a try without an answer acted. */
  isTriedOnce?: boolean;
  answer: S;
};

/** Makes one call to PayPal, and parses its answer with `answer`. @throws Refused, ProviderUnavailable */
export type Call = <S extends z.ZodType>(request: PayPalRequest<S>) => Promise<z.output<S>>;

export const PAYPAL_API = "https://api-m.paypal.com";
const FIRST_PAUSE_MS = 200;

/**
 * Calls through the client of PayPal's library, which gets and caches the access token. The library lacks time limits
 * and retries; they are here.
 */
export function createClient(keys: PayPalKeys, { timeout = 10_000, retries = 2, onAnswer }: Options): Call {
  const base = keys.apiBase ?? PAYPAL_API;
  const client = new Client(new Environment(keys.clientId, keys.clientSecret, base, base), timeout, onAnswer);
  return async ({ answer, isTriedOnce = false, ...request }) => {
    for (let tries = 0; ; tries += 1) {
      try {
        const { result } = await client.send(request);
        return answer.parse(result);
      } catch (error) {
        if (!(error instanceof ProviderUnavailable) || isTriedOnce || tries >= retries) throw error;
        await wait(FIRST_PAUSE_MS * 2 ** tries);
      }
    }
  };
}

/** PayPal accepts at most 38 characters; our keys may be longer. */
function requestId(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 36);
}

/** The library encodes the credentials with a deprecated constructor of Node.js. */
class Environment extends paypal.core.PayPalEnvironment {
  override authorizationString(): string {
    return `Basic ${Buffer.from(`${this.clientId}:${this.clientSecret}`).toString("base64")}`;
  }
}

class Client extends paypal.core.PayPalHttpClient {
  constructor(
    environment: Environment,
    private readonly timeout: number,
    private readonly onAnswer: OnAnswer,
  ) {
    super(environment);
    // The library decompresses in an event handler, where a damaged answer would end the process.
    this.addInjector((request) => {
      request.headers["Accept-Encoding"] = "identity";
    });
    const { encoder } = this;
    const serialize = encoder.serializeRequest.bind(encoder);
    encoder.serializeRequest = (request) =>
      typeof request.body === "string" ? request.body : serialize(request);
    encoder.deserializeResponse = (body) => {
      try {
        return JSON.parse(body);
      } catch {
        return null;
      }
    };
  }

  /** The library would also decompress here. We ask for uncompressed answers; a compressed one fails to parse. */
  override formatHeaders(headers: Parameters<paypal.core.PayPalHttpClient["formatHeaders"]>[0]) {
    const { "content-encoding": _packed, ...formatted } = super.formatHeaders(headers);
    return formatted;
  }

  /** Limits how long a connection may be idle; `send` limits the whole call. */
  override getTimeout(): number {
    return this.timeout;
  }

  /** @throws Refused, ProviderUnavailable */
  async send({
    verb = "GET",
    path,
    body,
    key,
    headers,
  }: Omit<PayPalRequest<z.ZodType>, "answer" | "isTriedOnce">): Promise<{ result?: unknown }> {
    const request = {
      verb,
      path,
      headers: {
        "Content-Type": "application/json",
        ...(key !== undefined && { "PayPal-Request-Id": requestId(key) }),
        ...requestIdHeader(),
        ...headers,
      },
      ...(verb === "POST" && { body: body ?? {} }),
    };
    try {
      const answer = await this.withTimeout(this.execute(request));
      this.report(request, answer);
      return answer;
    } catch (error) {
      const failure = classified(error);
      this.report(request, error, failure);
      throw failure;
    }
  }

  /** Reports an answer or a refusal. A call without an answer is reported by its error. */
  private report(
    { verb, path }: { verb: string; path: string },
    answer: unknown,
    failure?: Refused | ProviderUnavailable,
  ): void {
    const { statusCode, headers } = answer as { statusCode?: unknown; headers?: Record<string, string> };
    if (typeof statusCode !== "number") return;
    const [withoutQuery = ""] = path.split("?");
    this.onAnswer?.({
      provider: "paypal",
      method: verb,
      path: withoutQuery,
      status: statusCode,
      providerRequestId: headers?.["paypal-debug-id"] ?? null,
      ...(failure instanceof Refused && { issues: failure.codes, fault: faultOf(failure, { verb, path }) }),
      ...(statusCode === 401 && { fault: "account" as const }),
    });
  }

  private async withTimeout<T>(answer: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${this.timeout} ms`)), this.timeout);
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
