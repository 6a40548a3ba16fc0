import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import paypal from "@paypal/checkout-server-sdk";
import type { z } from "zod";
import { requestIdHeader } from "@/lib/ground/request-context";
import { type ProviderAnswer, ProviderUnavailable } from "@/lib/providers/gateway";
import { faultOf, Refused, readable } from "./errors";

export type PayPalKeys = {
  clientId: string;
  clientSecret: string;
  webhookId: string;
  /** Another origin that speaks the same API, such as PayPal's own test one or the payments sandbox; null for PayPal itself. */
  apiBase: string | null;
};

type Patience = {
  /** How long one try may take, in milliseconds. */
  timeout?: number;
  /** How often a try that was not answered is made again, with the same request id. */
  retries?: number;
};

export type Options = Patience & { onAnswer?: OnAnswer };

type OnAnswer = ((answered: ProviderAnswer) => void) | undefined;

type Question<S extends z.ZodType> = {
  verb: "GET" | "POST";
  path: string;
  /** What is sent: an object, or JSON as it is. */
  body?: object | string;
  /** The same key acts once. */
  key?: string;
  headers?: Record<string, string>;
  answer: S;
};

/**
 * One call to PayPal, whose answer is what `answer` says.
 * @throws Refused, ProviderUnavailable
 */
export type Call = <S extends z.ZodType>(question: Question<S>) => Promise<z.output<S>>;

const LIVE = "https://api-m.paypal.com";
const FIRST_PAUSE_MS = 200;

/** Calls on the library's client: it signs in and keeps the token; what it lacks (limits of time, retries, subscriptions) is here. */
export function createClient(keys: PayPalKeys, { timeout = 10_000, retries = 2, onAnswer }: Options): Call {
  const base = keys.apiBase ?? LIVE;
  const client = new Client(new Environment(keys.clientId, keys.clientSecret, base, base), timeout, onAnswer);
  return async ({ answer, ...question }) => {
    for (let tries = 0; ; tries += 1) {
      try {
        const { result } = await client.ask(question);
        return answer.parse(result);
      } catch (error) {
        if (!(error instanceof ProviderUnavailable) || tries >= retries) throw error;
        await wait(FIRST_PAUSE_MS * 2 ** tries);
      }
    }
  };
}

/** PayPal's limit is 38 characters, and our keys may be longer. */
function requestId(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 36);
}

/** The library's own way to write the credentials uses a constructor that Node.js has deprecated. */
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
    // The library parses in an event handler, where an answer that is damaged would end the process.
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

  /** It would also unpack there: we ask for answers that are not packed, and whoever packs them nonetheless is not understood. */
  override formatHeaders(headers: Parameters<paypal.core.PayPalHttpClient["formatHeaders"]>[0]) {
    const { "content-encoding": _packed, ...formatted } = super.formatHeaders(headers);
    return formatted;
  }

  /** How long a connection may be silent; `ask` limits the whole. */
  override getTimeout(): number {
    return this.timeout;
  }

  /** @throws Refused, ProviderUnavailable */
  async ask({
    verb,
    path,
    body,
    key,
    headers,
  }: Omit<Question<z.ZodType>, "answer">): Promise<{ result?: unknown }> {
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
      const answer = await this.within(this.execute(request));
      this.tell(request, answer);
      return answer;
    } catch (error) {
      const said = readable(error);
      this.tell(request, error, said);
      throw said;
    }
  }

  /** An answer, or a refusal; what was never answered is told by its error. */
  private tell(
    { verb, path }: Pick<Question<z.ZodType>, "verb" | "path">,
    answer: unknown,
    said?: Refused | ProviderUnavailable,
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
      ...(said instanceof Refused && { issues: said.codes, fault: faultOf(said, { verb, path }) }),
      ...(statusCode === 401 && { fault: "account" as const }),
    });
  }

  private async within<T>(answer: Promise<T>): Promise<T> {
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
