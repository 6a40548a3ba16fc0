import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { vi } from "vitest";
import { type Call, contract } from "@/lib/web/contract";

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
const ROUTES = import.meta.glob<Record<string, Handler>>("../../app/api/**/route.ts");
const ACTIONS = import.meta.glob<Record<string, (input: unknown) => Promise<unknown>>>(
  "../../lib/actions/*.ts",
);

const storage = new AsyncLocalStorage<{ jar: Jar; headers: Headers }>();

function current() {
  const request = storage.getStore();
  if (!request) throw new Error("no browser made this request");
  return request;
}

/** The cookies of a browser, as a handler reads and sets them. */
class Jar {
  readonly values = new Map<string, string>();
  get(name: string) {
    const value = this.values.get(name);
    return value === undefined ? undefined : { name, value };
  }
  set({ name, value, maxAge, expires }: { name: string; value: string; maxAge?: number; expires?: Date }) {
    if (maxAge === 0 || expires?.getTime() === 0) this.values.delete(name);
    else this.values.set(name, value);
  }
}

/** Replace what handlers and actions have of Next.js, so that they run in this process: for `vi.mock`. */
export const nextHeaders = {
  cookies: async () => current().jar,
  headers: async () => current().headers,
};
export const nextCache = { refresh: () => undefined, revalidatePath: () => undefined };
export const nextIntl = {
  getTranslations: async () => (key: string) => key,
  getFormatter: async () => ({ number: String, dateTime: String }),
};

type Answer = { status: number; code: string | undefined; body: Record<string, unknown> };

let browsers = 0;

/** A browser whose requests reach route handlers and server actions in this process, from an address of its own. */
export class Browser {
  jar = new Jar();
  readonly address: string;

  constructor() {
    browsers += 1;
    this.address = `203.0.${Math.floor(browsers / 250)}.${browsers % 250}`;
  }

  /** Makes a call of the contract, perhaps under an idempotency key. */
  async call(call: Call, body?: unknown, params: Record<string, string> = {}, key?: string): Promise<Answer> {
    const file = `../../app${call.path.replace(/\{(\w+)\}/g, "[$1]")}/route.ts`;
    const handle = (await ROUTES[file]?.())?.[call.method];
    if (!handle) throw new Error(`no handler of ${call.method} ${call.path}`);
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "x");
    const headers = this.#headers({
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(key !== undefined && { "idempotency-key": key }),
    });
    const request = new Request(`${process.env.APP_URL}${path}`, {
      method: call.method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const context = { params: Promise.resolve(params) };
    const response = await storage.run({ jar: this.jar, headers }, () => handle(request, context));
    const text = await response.text();
    const answer = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
    return { status: response.status, code: answer.code as string | undefined, body: answer };
  }

  /** Calls a server action; answers its data, or its error's code. */
  async act(name: string, input: unknown = {}): Promise<{ ok: boolean; code?: string; data?: unknown }> {
    for (const load of Object.values(ACTIONS)) {
      const action = (await load())[name];
      if (!action) continue;
      return (await this.run(() => action(input))) as { ok: boolean };
    }
    throw new Error(`no action ${name}`);
  }

  /** Runs something as a part of a request. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    return storage.run({ jar: this.jar, headers: this.#headers() }, work);
  }

  /** The same cookies, or some of them, in another browser at another address. */
  stolen(names: (name: string) => boolean = () => true): Browser {
    const thief = new Browser();
    for (const [name, value] of this.jar.values) if (names(name)) thief.jar.values.set(name, value);
    return thief;
  }

  /** Opens an account; the browser is signed in afterwards. */
  async register(email?: string) {
    const username = `u${randomUUID().slice(0, 12)}`;
    const person = { username, password: `steun-${randomUUID()}`, email: email ?? `${username}@example.org` };
    const { status, body } = await this.call(contract.register, { ...person, name: "Noor" });
    if (status !== 201) throw new Error(`not registered: ${JSON.stringify(body)}`);
    return { ...person, id: (body.user as { id: string }).id };
  }

  #headers(more: Record<string, string> = {}): Headers {
    return new Headers({
      "x-forwarded-for": this.address,
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
      ...more,
    });
  }
}

/** What handlers need of the environment, with limits on and one proxy in front. */
export function stubServer(databaseUrl: string): void {
  vi.stubEnv("DATABASE_URL", databaseUrl);
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  vi.stubEnv("APP_URL", "http://localhost:3000");
  vi.stubEnv("TRUST_PROXY", "1");
}
