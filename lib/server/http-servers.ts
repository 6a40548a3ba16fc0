import "server-only";
import { subscribe } from "node:diagnostics_channel";
import { type IncomingMessage, type RequestListener, Server, type ServerResponse } from "node:http";
import { Socket } from "node:net";
import { env } from "@/lib/ground/env";
import { compressAnswer } from "./compress-answers";
import { isAddress } from "./hosts";
import { inlineStyle } from "./inline-style";

/** A socket as `node:http` keeps it: with its server, and with a parser for as long as it is used for HTTP. */
type Served = Socket & { server?: unknown; parser?: unknown };

/**
 * Calls back with every HTTP server of this process, once each, before any new connection is read. Next.js creates its
 * server before it calls us and offers no handle on it, but every connection refers to its server.
 */
export function eachServer(onServer: (server: Server) => void): void {
  const known = new WeakSet<Server>();
  const visit = (server: unknown) => {
    if (!(server instanceof Server) || known.has(server)) return;
    known.add(server);
    onServer(server);
  };
  for (const handle of openHandles()) visit(handle);
  subscribe("net.server.socket", (message) => visit((message as { socket: Served }).socket.server));
}

/** The connections to a server that were open before this was called and are no longer used for HTTP. */
function socketsThatLeftHttp(server: Server): Socket[] {
  return openHandles().filter(
    (handle): handle is Served =>
      handle instanceof Socket && (handle as Served).server === server && (handle as Served).parser === null,
  );
}

/** The open handles that Node.js lists for debuggers; none, should it stop doing so. */
function openHandles(): unknown[] {
  return (process as { _getActiveHandles?: () => unknown[] })._getActiveHandles?.() ?? [];
}

type Refusal = { status: 400 | 405 | 421; headers?: Record<string, string>; text?: string };

/**
 * Allows no connection to leave HTTP (trust.md 34). Next.js listens for upgrades, which only its development server
 * accepts, and forgets the sockets of those that its middleware redirects: they would stay open for ever. Without a
 * listener Node.js answers such a request like any other and closes a CONNECT. Production only.
 */
export function serveHttpOnly(): void {
  eachServer((server) => {
    server.removeAllListeners("upgrade");
    // Upgrades from the time before this was called.
    for (const socket of socketsThatLeftHttp(server)) socket.destroy();
  });
}

/**
 * Refuses what is not for this server, and what Next.js cannot parse and would report as an error of its own, before
 * it sees them. Compresses answers, except those of a development server.
 */
export function answerKnownRequests({ development }: { development: boolean }): void {
  eachServer((server) => {
    const listeners = server.listeners("request") as RequestListener[];
    server.removeAllListeners("request");
    server.on("request", (request, response) => {
      const refusal = refusalOf(request) ?? misdirection(request);
      if (refusal) return refuse(response, refusal);
      if (!development) {
        compressAnswer(request, response);
        inlineStyle(request, response);
      }
      for (const listener of listeners) listener.call(server, request, response);
    });
  });
}

/** The refusal of a request that Next.js cannot parse; null for any other. */
function refusalOf({ method, url = "" }: IncomingMessage): Refusal | null {
  if (method === "TRACE") {
    return { status: 405, headers: { Allow: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS" } };
  }
  const isReadable = url.startsWith("/") || (/^https?:\/\//i.test(url) && URL.canParse(url));
  if (!isReadable) return { status: 400 };
  const hasEffect = method !== "GET" && method !== "HEAD";
  return hasEffect && isNextFile(url) ? { status: 405, headers: { Allow: "GET, HEAD" } } : null;
}

/**
 * The refusal of a request for another site (RFC 9110, 15.5.20). An absolute address that is ours becomes a path, with
 * its host (RFC 9112, 3.2.2): Next.js would make redirects from it. Where the sandbox runs, a page of another site must
 * not reach us under a name of its own (D53); elsewhere the proxy in front decides which names lead here.
 */
function misdirection(request: IncomingMessage): Refusal | null {
  const { url = "", headers } = request;
  const isAbsolute = !url.startsWith("/");
  if (isAbsolute) {
    const { host, pathname, search } = new URL(url);
    headers.host = host;
    request.url = pathname + search;
  }
  const isChecked = isAbsolute || env().sandbox;
  if (!isChecked || headers.host === undefined || isKnownHost(headers.host)) return null;
  const text = `This address does not belong to this site. Open ${env().appUrl}, or the address of its machine in numbers.\n`;
  return { status: 421, text };
}

/**
 * Whether a host, as a `Host` header or an absolute address names it, can be this server: the origin's host, a name of
 * this machine itself, or an address in numbers. A name that somebody else points at us can be none of them (D53).
 */
function isKnownHost(host: string): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return (
    hostname === new URL(env().appUrl).hostname || /^(.+\.)?localhost$/.test(hostname) || isAddress(host)
  );
}

/** Whether a target is a file of Next.js. The middleware skips those: an action sent there would bypass its checks. */
function isNextFile(url: string): boolean {
  return (
    URL.canParse(url, "http://localhost") && new URL(url, "http://localhost").pathname.startsWith("/_next/")
  );
}

function refuse(response: ServerResponse, { status, headers, text }: Refusal): void {
  const type = text && { "Content-Type": "text/plain; charset=utf-8" };
  response.writeHead(status, { ...headers, ...type, "Cache-Control": "no-store" }).end(text);
}

type Timeouts = { headersMs: number; requestMs: number; idleMs: number };

/** A photo of 5 MB arrives in two minutes over any usable line, and every call is answered within 90 seconds. */
const TIMEOUTS: Timeouts = { headersMs: 20_000, requestMs: 120_000, idleMs: 90_000 };

/**
 * Bounds how long a connection can keep the server waiting (trust.md 29, 34): for the headers, for the whole request,
 * and without any traffic, as when the answer is not read. The defaults of Node.js are a minute, five, and no limit.
 */
export function setServerTimeouts({ headersMs, requestMs, idleMs }: Timeouts = TIMEOUTS): void {
  eachServer((server) => {
    server.headersTimeout = headersMs;
    server.requestTimeout = requestMs;
    server.timeout = idleMs;
  });
}
