import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import { securityHeaders } from "./headers";

/** Kept on globalThis because Next.js bundles the start-up and the routes apart. */
const shared = globalThis as { steuntjeProtectsAnswers?: true };

/**
 * Puts the standing headers on every answer before anything else touches it. Neither the middleware nor the configuration of Next.js reaches
 * them all: static files bear no policy, and Next.js' own redirects and refusals of malformed addresses bear nothing. Called once, when the
 * server starts.
 */
export function protectAnswers(): void {
  if (shared.steuntjeProtectsAnswers) return;
  shared.steuntjeProtectsAnswers = true;
  const headers = Object.entries(securityHeaders());
  subscribe("http.server.request.start", (message) => {
    const { response } = message as { response: ServerResponse };
    for (const [name, value] of headers) response.setHeader(name, value);
  });
}
