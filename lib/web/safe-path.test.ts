import { beforeAll, expect, test, vi } from "vitest";
import fc from "@/tests/support/fast-check";
import { returnPath, safePath } from "./safe-path";

beforeAll(() => {
  vi.stubEnv("DATABASE_URL", "postgres://localhost/none");
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  vi.stubEnv("APP_URL", "https://steuntje.example");
});

test.each([
  ["/", "/"],
  ["/profile?boost=normal#top", "/profile?boost=normal#top"],
  ["/?request=0198", "/?request=0198"],
  ["/a/../b", "/b"],
  ["/?next=https://evil.example", "/?next=https://evil.example"],
  ["/user@host", "/user@host"],
])("%s stays %s", (raw, path) => {
  expect(safePath(raw)).toBe(path);
});

test.each([
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\evil",
  "\\\\evil.example",
  "/\t/evil.example",
  "\t//evil.example",
  "/\n\\evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/%2e//evil.example",
  "https:evil",
  "https://evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "user@host",
  "evil.example",
  " /",
  "",
  null,
  undefined,
])("trust 28: %j is refused", (raw) => {
  expect(safePath(raw)).toBeNull();
});

const tricky = fc.array(
  fc.constantFrom(
    "/",
    "\\",
    ".",
    "..",
    "%2e",
    "%2f",
    "@",
    ":",
    "evil.example",
    "\t",
    "\n",
    "?",
    "#",
    "a",
    "https:",
  ),
  { maxLength: 8 },
);

test("trust 28: wherever it leads is on this origin, also when read again", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.webUrl(),
        fc.string(),
        tricky.map((parts) => parts.join("")),
      ),
      (raw) => {
        for (const candidate of [raw, `/${raw}`]) {
          const path = safePath(candidate);
          if (path === null) continue;
          expect(new URL(path, "https://steuntje.example").origin).toBe("https://steuntje.example");
          expect(safePath(path)).toBe(path);
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

test.each([
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
