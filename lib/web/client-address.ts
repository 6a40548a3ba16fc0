import "server-only";
import type { Whereabouts } from "@/lib/domain/sessions/types";
import { env } from "@/lib/ground/env";
import { LOCAL_HEADER, SOCKET_ADDRESS_HEADER, socketAddressesAreRecorded } from "@/lib/server/socket-address";
import { networkOf } from "./networks";

/** All callers of unknown address share one limit. */
const UNKNOWN = "unknown";

/**
 * The caller's address, for limits (trust.md 23). Behind `TRUST_PROXY` proxies it is the entry of X-Forwarded-For that
 * the outermost of them wrote, counted from the right: forged entries are to the left of it. Without a proxy the header
 * is ignored and the socket's own address counts.
 */
export function clientAddress(headers: Headers): string {
  const hops = env().trustProxy;
  if (hops === 0) {
    return (socketAddressesAreRecorded() && networkOf(headers.get(SOCKET_ADDRESS_HEADER))) || UNKNOWN;
  }
  return networkOf(headers.get("x-forwarded-for")?.split(",").at(-hops)) || UNKNOWN;
}

/** Whether a request may open the sandbox's pages: it comes from a program of this machine, by its socket (D53). */
export function opensSandbox(headers: Headers): boolean {
  return env().sandboxOpen || (socketAddressesAreRecorded() && headers.get(LOCAL_HEADER) === "yes");
}

const BROWSERS = [
  [/Edg(?:A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const;

const SYSTEMS = [
  [/Android/, "Android"],
  [/iPhone|iPad|iPod/, "iOS"],
  [/CrOS/, "ChromeOS"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/Linux|X11/, "Linux"],
] as const;

/** The origin of a call as its owner would recognise it: browser, system, and the network without its last part. */
export function whereabouts(headers: Headers): Whereabouts {
  const agent = headers.get("user-agent") ?? "";
  const named = [BROWSERS, SYSTEMS].flatMap((kinds) => kinds.find(([sign]) => sign.test(agent))?.[1] ?? []);
  return { device: named.join(", ") || null, network: shortened(clientAddress(headers)) };
}

function shortened(address: string): string | null {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(address)) return address.replace(/\d+$/, "x");
  return address.includes(":") ? `${address.split(":").slice(0, 3).join(":")}:x` : null;
}
