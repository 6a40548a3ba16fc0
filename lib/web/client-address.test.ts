import { channel } from "node:diagnostics_channel";
import { beforeEach, describe, expect, it, vi } from "vitest";

/** The address that is counted, with so many proxies in front. */
async function addressOf(headers: Record<string, string>, { proxies }: { proxies: number }) {
  vi.stubEnv("TRUST_PROXY", String(proxies));
  const { clientAddress } = await import("./client-address");
  return clientAddress(new Headers(headers));
}

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv("DATABASE_URL", "postgres://localhost/steuntje");
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
});

describe("trust 23: without a proxy", () => {
  it("ignores what a client sends, and takes everyone for one as long as sockets are not noted", async () => {
    const forged = { "x-forwarded-for": "203.0.113.9", "x-steuntje-socket-address": "203.0.113.9" };
    expect(await addressOf(forged, { proxies: 0 })).toBe("unknown");
  });

  it("takes the socket's address over a forged header once they are", async () => {
    const { recordSocketAddresses } = await import("@/lib/server/socket-address");
    recordSocketAddresses();
    const headers = { "x-steuntje-socket-address": "203.0.113.9", "x-forwarded-for": "203.0.113.9" };
    channel("http.server.request.start").publish({
      request: { headers, socket: { remoteAddress: "::ffff:192.0.2.7" } },
    });
    expect(await addressOf(headers, { proxies: 0 })).toBe("192.0.2.7");
  });
});

describe("trust 23: behind proxies", () => {
  it.each([
    ["one", 1, "192.0.2.7", "192.0.2.7"],
    ["one, with a forged entry before", 1, "203.0.113.9, 192.0.2.7", "192.0.2.7"],
    ["one that adds the port", 1, "192.0.2.7:51820", "192.0.2.7"],
    ["two", 2, "203.0.113.9, 192.0.2.7, 10.0.0.1", "192.0.2.7"],
    ["two, passed by", 2, "203.0.113.9", "unknown"],
    ["one, IPv6 of one connection", 1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["one, the same connection, shortened", 1, "2001:DB8:1:2::99", "2001:db8:1:2"],
    ["one, zeros left out", 1, "2001:db8::1", "2001:db8:0:0"],
    ["one, IPv4 as IPv6", 1, "::ffff:192.0.2.7", "192.0.2.7"],
  ])("%s", async (_, proxies, header, address) => {
    expect(await addressOf({ "x-forwarded-for": header }, { proxies })).toBe(address);
  });
});
