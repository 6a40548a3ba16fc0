import { createServer } from "node:net";
import { LaunchProblem } from "./problem";

/** How many ports are tried. */
const ATTEMPTS = 200;

/** Whether a port is free on all these hosts. */
export async function isFree(port: number, hosts: readonly string[]): Promise<boolean> {
  for (const host of hosts) if (!(await canListen(port, host))) return false;
  return true;
}

/**
 * The first free port from `wanted` on.
 * @throws LaunchProblem when there is none in reach
 */
export async function freePort(wanted: number, hosts: readonly string[] = LOOPBACK): Promise<number> {
  for (let port = wanted; port < Math.min(wanted + ATTEMPTS, 65_536); port += 1) {
    if (await isFree(port, hosts)) return port;
  }
  throw new LaunchProblem(`No free port between ${wanted} and ${wanted + ATTEMPTS}.`);
}

const LOOPBACK = ["127.0.0.1"] as const;
export const EVERYWHERE = ["127.0.0.1", "0.0.0.0", "::"] as const;

/** The origin of a local server that listens on a host, or on every interface when null. */
export function originOf(host: string | null, port: number): string {
  const isEverywhere = host === null || host === "0.0.0.0" || host === "::";
  const reached = isEverywhere ? "127.0.0.1" : host;
  return `http://${reached.includes(":") ? `[${reached}]` : reached}:${port}`;
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      resolve(error.code === "EAFNOSUPPORT" || error.code === "EADDRNOTAVAIL");
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
