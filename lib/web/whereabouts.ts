import "server-only";
import type { Whereabouts } from "@/lib/domain/accounts/update-user";
import { clientAddress } from "./client-address";

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

/**
 * From where a call comes, as its owner would recognise it: the names of browser and system, and the network without
 * its last part.
 */
export function whereabouts(headers: Headers): Whereabouts {
  const agent = headers.get("user-agent") ?? "";
  const named = [BROWSERS, SYSTEMS].flatMap((kinds) => kinds.find(([sign]) => sign.test(agent))?.[1] ?? []);
  return { device: named.join(", ") || null, network: networkOf(clientAddress(headers)) };
}

function networkOf(address: string): string | null {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(address)) return address.replace(/\d+$/, "x");
  return address.includes(":") ? `${address.split(":").slice(0, 3).join(":")}:x` : null;
}
