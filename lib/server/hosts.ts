import { isIP } from "node:net";

/** Whether a host, as a `Host` header or an address names it, is an address in numbers. */
export function isAddress(host: string): boolean {
  return (
    URL.canParse(`http://${host}`) &&
    isIP(new URL(`http://${host}`).hostname.replace(/^\[(.*)\]$/, "$1")) !== 0
  );
}
