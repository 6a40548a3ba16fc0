import { expect, it, vi } from "vitest";
import { whereabouts } from "./client-address";

vi.stubEnv("DATABASE_URL", "postgres://localhost/none");
vi.stubEnv("AUTH_SECRET", "a secret for the tests");
vi.stubEnv("TRUST_PROXY", "1");

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
])("%s is %s", (agent, device) => {
  expect(whereabouts(new Headers({ "user-agent": agent })).device).toBe(device);
});

it.each([
  ["203.0.113.77", "203.0.113.x"],
  ["2001:db8:85a3:8d3:1319:8a2e:370:7348", "2001:db8:85a3:x"],
  ["nonsense", null],
])("%s is told as %s", (address, network) => {
  expect(whereabouts(new Headers({ "x-forwarded-for": address })).network).toBe(network);
});

it("knows nothing of a call that says nothing", () => {
  expect(whereabouts(new Headers())).toEqual({ device: null, network: null });
});
