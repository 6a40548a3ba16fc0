import "server-only";
import { isIP } from "node:net";
import { env } from "@/lib/ground/env";

/**
 * Whether a host, as a `Host` header or an absolute address names it, can be this server: the origin's host, a name of
 * this machine itself, or an address in numbers. A name that somebody else points at us can be none of them (D53).
 */
export function isKnownHost(host: string): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return (
    hostname === new URL(env().appUrl).hostname ||
    /^(.+\.)?localhost$/.test(hostname) ||
    isIP(hostname.replace(/^\[(.*)\]$/, "$1")) !== 0
  );
}
