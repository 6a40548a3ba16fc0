import "server-only";
import { eachRequest, hearsEachRequest } from "./each-request";

export const SOCKET_ADDRESS_HEADER = "x-steuntje-socket-address";
/** `yes` on a request from a program of this machine. */
export const LOCAL_HEADER = "x-steuntje-local";

const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;
/** What proxies add: a request with one comes from elsewhere, whichever machine the proxy runs on. */
const PROXY_HEADERS = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

const NAME = "socket addresses";

/**
 * Adds the socket's address to every request as a header, and whether it comes from this machine, before anything else
 * sees it. Next.js gives handlers no socket, adds an X-Forwarded-For of its own and passes on any that a client sends:
 * without a proxy there is no other way to know the address. Called once, when the server starts.
 */
export function recordSocketAddresses(): void {
  eachRequest(NAME, ({ headers, socket }) => {
    const address = socket.remoteAddress ?? "";
    const isLocal = LOOPBACK.test(address) && PROXY_HEADERS.every((name) => headers[name] === undefined);
    headers[SOCKET_ADDRESS_HEADER] = address;
    headers[LOCAL_HEADER] = isLocal ? "yes" : "no";
  });
}

/** Whether the headers can be trusted: otherwise a client could have sent it. */
export function socketAddressesAreRecorded(): boolean {
  return hearsEachRequest(NAME);
}
