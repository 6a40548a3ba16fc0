import { isIPv6 } from "node:net";

/**
 * The networks around a /64 that somebody can have for themselves, and how many times the limit of one connection each
 * is allowed: providers give homes a /56 and companies a /48 (RFC 6177), which is 65,536 networks of /64.
 */
const WIDER = [
  { bits: 56, times: 4 },
  { bits: 48, times: 16 },
] as const;

/** An IPv4 address, or the /64 of an IPv6 connection, as limits count it; "" for what is neither. */
export function networkOf(raw: string | null | undefined): string {
  const address = (raw ?? "")
    .trim()
    .replace(/^\[(.*)\].*$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address.slice(0, 45);
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(":").filter(Boolean).length;
  const all = [...groups, ...Array.from({ length: missing }, () => "0"), ...(tail ?? "").split(":")];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group || "0", 16).toString(16))
    .join(":");
}

/** Under what an address is counted: itself, and of a /64 the wider networks, with how many times its limit. */
export function networksAround(address: string): { network: string; times: number }[] {
  const groups = address.split(":").map((group) => Number.parseInt(group, 16));
  const isWithinWider = groups.length === 4 && !groups.some(Number.isNaN);
  const wider = isWithinWider
    ? WIDER.map(({ bits, times }) => ({ network: prefixOf(groups, bits), times }))
    : [];
  return [{ network: address, times: 1 }, ...wider];
}

function prefixOf(groups: number[], bits: number): string {
  const kept = groups.map((group, i) => group & (0xffff << Math.max(0, Math.min(16, (i + 1) * 16 - bits))));
  return `${kept.map((group) => (group & 0xffff).toString(16)).join(":")}::/${bits}`;
}
