import "server-only";
import { subscribe } from "node:diagnostics_channel";
import { Server } from "node:http";
import { Socket } from "node:net";

/** A socket as `node:http` keeps it: with its server, and with a parser for as long as it speaks HTTP. */
type Served = Socket & { server?: unknown; parser?: unknown };

/**
 * Calls back with every HTTP server of this process, once each, before any connection that is made from now on is read.
 * Next.js makes its server before it calls us and gives nobody a handle on it, but a connection names its server.
 */
export function eachServer(found: (server: Server) => void): void {
  const known = new WeakSet<Server>();
  const meet = (server: unknown) => {
    if (!(server instanceof Server) || known.has(server)) return;
    known.add(server);
    found(server);
  };
  for (const handle of openHandles()) meet(handle);
  subscribe("net.server.socket", (message) => meet((message as { socket: Served }).socket.server));
}

/** The connections to a server that were open before this was called and no longer speak HTTP. */
export function socketsThatLeftHttp(server: Server): Socket[] {
  return openHandles().filter(
    (handle): handle is Served =>
      handle instanceof Socket && (handle as Served).server === server && (handle as Served).parser === null,
  );
}

/** What this process has open, as Node.js lists it for debuggers; nothing where it stops doing so. */
function openHandles(): unknown[] {
  return (process as { _getActiveHandles?: () => unknown[] })._getActiveHandles?.() ?? [];
}
