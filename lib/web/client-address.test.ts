import { channel } from "node:diagnostics_channel";
import { beforeEach, describe, expect, it, vi } from "vitest";

/** The address that is counted, with so many proxies in front. */
async function addressOf(headers: Record<string, string>, { proxies }: { proxies: number }) {
  vi.stubEnv("TRUST_PROXY", String(proxies));
  const { clientAddress } = await import("./client-address");
  return clientAddress(new Headers(headers));
}

async function whereaboutsOf(headers: Record<string, string>) {
  vi.stubEnv("TRUST_PROXY", "1");
  const { whereabouts } = await import("./client-address");
  return whereabouts(new Headers(headers));
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

describe("the whereabouts of a call", () => {
  it.each([
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36",
      "Chrome, Windows",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0",
      "Edge, Windows",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
      "Safari, iOS",
    ],
    [
      "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
      "Samsung Internet, Android",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0", "Firefox, Linux"],
    ["curl/8.5.0", null],
    ["<script>alert(1)</script>", null],
  ])("%s is %s", async (agent, device) => {
    expect((await whereaboutsOf({ "user-agent": agent })).device).toBe(device);
  });

  it.each([
    ["203.0.113.77", "203.0.113.x"],
    ["2001:db8:85a3:8d3:1319:8a2e:370:7348", "2001:db8:85a3:x"],
    ["nonsense", null],
  ])("%s is %s", async (address, network) => {
    expect((await whereaboutsOf({ "x-forwarded-for": address })).network).toBe(network);
  });

  it("are unknown without headers", async () => {
    expect(await whereaboutsOf({})).toEqual({ device: null, network: null });
  });
});
