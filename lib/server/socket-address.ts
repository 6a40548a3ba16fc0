import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

export const SOCKET_ADDRESS_HEADER = "x-steuntje-socket-address";

/** Kept on globalThis because Next.js bundles the start-up and the routes apart. */
const shared = globalThis as { steuntjeSocketAddresses?: true };

/**
 * Adds the socket's address to every request as a header, before anything else sees it. Next.js gives handlers no
 * socket and passes on any X-Forwarded-For that a client sends: without a proxy there is no other way to know the
 * address. Called once, when the server starts.
 */
export function recordSocketAddresses(): void {
  if (shared.steuntjeSocketAddresses) return;
  shared.steuntjeSocketAddresses = true;
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    request.headers[SOCKET_ADDRESS_HEADER] = request.socket.remoteAddress ?? "";
  });
}

/** Whether the header can be trusted: otherwise a client could have sent it. */
export function socketAddressesAreRecorded(): boolean {
  return shared.steuntjeSocketAddresses === true;
}
