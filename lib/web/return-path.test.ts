import { beforeAll, expect, it, vi } from "vitest";
import { returnPath } from "./return-path";

beforeAll(() => {
  vi.stubEnv("DATABASE_URL", "postgres://localhost/none");
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  vi.stubEnv("APP_URL", "https://steuntje.example");
});

it.each([
  ["/profile?tab=boosts", "/profile?tab=boosts"],
  ["https://steuntje.example/profile", "/profile"],
  [undefined, "/fallback"],
  ["", "/fallback"],
  ["https://steuntje.example", "/fallback"],
  ["https://steuntje.example//evil.example", "/fallback"],
  ["https://steuntje.example.evil.example/profile", "/fallback"],
  ["https://steuntje.example@evil.example/", "/fallback"],
  ["//evil.example", "/fallback"],
  ["/\\evil.example", "/fallback"],
  ["https:evil.example", "/fallback"],
  ["javascript:alert(1)", "/fallback"],
  ["/profile?card=4242-4242-4242-4242", "/fallback"],
  ["/profile?card=%34242424242424242", "/fallback"],
])("trust 28: %j leads to %s", (raw, path) => {
  expect(returnPath(raw, "/fallback")).toBe(path);
});
