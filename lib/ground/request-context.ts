import { AsyncLocalStorage } from "node:async_hooks";

/** What everything that happens now belongs to: a request, or one run of housekeeping. */
type Work = {
  requestId: string;
  /** The call or action that answers, once it is known; never an address. */
  route?: string;
};

/** Kept on globalThis because Next.js bundles the start-up, the middleware, the routes and the pages apart. */
const shared = globalThis as { steuntjeWork?: AsyncLocalStorage<Work> };
shared.steuntjeWork ??= new AsyncLocalStorage();
const storage = shared.steuntjeWork;

/** The id of the request that is being answered; undefined outside one. */
export function currentRequestId(): string | undefined {
  return storage.getStore()?.requestId;
}

/** What is being done now, whose route is noted on it later; undefined outside a request. */
export function currentWork(): Readonly<Work> | undefined {
  return storage.getStore();
}

/** From here on, everything that the present event causes belongs to a request. */
export function beginRequest(requestId: string): void {
  storage.enterWith({ requestId });
}

/** Runs something under an id of its own. */
export function underRequestId<T>(requestId: string, run: () => T): T {
  return storage.run({ requestId }, run);
}

/** Notes which call or action answers the request. */
export function noteRoute(route: string): void {
  const work = storage.getStore();
  if (work) work.route = route;
}

/** What a call to somebody else's server carries, so that it can be told whose it was. */
export function requestIdHeader(): Record<string, string> {
  const requestId = currentRequestId();
  return requestId === undefined ? {} : { "X-Request-Id": requestId };
}
