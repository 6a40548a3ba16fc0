import "server-only";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { eachServer, socketsThatLeftHttp } from "./http-servers";

/** What a refusal says beside its status. */
type Refusal = { status: 400 | 405; headers?: Record<string, string> };

/**
 * Keeps every connection HTTP until it ends (trust.md 34). Next.js listens for upgrades, which only its development
 * server takes, and forgets the sockets of those that its middleware redirects: they stay open for ever. Without a
 * listener Node.js answers such a request like any other and closes a CONNECT. What Next.js cannot read as a request,
 * and would report as an error of its own, is refused before it. Production only.
 */
export function serveHttpOnly(): void {
  eachServer((server) => {
    server.removeAllListeners("upgrade");
    // Upgrades that came while the application was starting.
    for (const socket of socketsThatLeftHttp(server)) socket.destroy();
    const answers = server.listeners("request") as RequestListener[];
    server.removeAllListeners("request");
    server.on("request", (request, response) => {
      const refusal = refusalOf(request);
      if (refusal) return refuse(response, refusal);
      for (const answer of answers) answer.call(server, request, response);
    });
  });
}

/** Why a request is refused; null when Next.js can read it. */
function refusalOf({ method, url = "" }: IncomingMessage): Refusal | null {
  if (method === "TRACE") {
    return { status: 405, headers: { Allow: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS" } };
  }
  const isReadable = url.startsWith("/") || (/^https?:\/\//i.test(url) && URL.canParse(url));
  if (!isReadable) return { status: 400 };
  const isSent = method !== "GET" && method !== "HEAD";
  return isSent && isOfNext(url) ? { status: 405, headers: { Allow: "GET, HEAD" } } : null;
}

/** Whether a target is a file of Next.js, which the middleware leaves alone: an action that is sent there would reach it unseen. */
function isOfNext(url: string): boolean {
  return (
    URL.canParse(url, "http://localhost") && new URL(url, "http://localhost").pathname.startsWith("/_next/")
  );
}

function refuse(response: ServerResponse, { status, headers }: Refusal): void {
  response.writeHead(status, { ...headers, "Cache-Control": "no-store" }).end();
}
