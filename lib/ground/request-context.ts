import { AsyncLocalStorage } from "node:async_hooks";
import { perProcess } from "./per-process";

/** The request that is being answered, or one run of housekeeping. */
type RequestContext = {
  requestId: string;
  /** The name of the call or action, once it is known; never a URL. */
  route?: string;
};

const storage = perProcess("request", () => new AsyncLocalStorage<RequestContext>());

/** The id of the current request; undefined outside one. */
export function currentRequestId(): string | undefined {
  return storage.getStore()?.requestId;
}

/** The current request, which gets its route later; undefined outside one. */
export function currentRequestContext(): Readonly<RequestContext> | undefined {
  return storage.getStore();
}

/** Makes everything that follows from the current event part of a request. */
export function beginRequest(requestId: string): void {
  storage.enterWith({ requestId });
}

/** Runs a function as a request with its own id. */
export function underRequestId<T>(requestId: string, run: () => T): T {
  return storage.run({ requestId }, run);
}

/** Records which call or action answers the current request. */
export function noteRoute(route: string): void {
  const context = storage.getStore();
  if (context) context.route = route;
}

/** The header that carries the request's id to a provider. */
export function requestIdHeader(): Record<string, string> {
  const requestId = currentRequestId();
  return requestId === undefined ? {} : { "X-Request-Id": requestId };
}
