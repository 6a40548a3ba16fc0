import { beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv("DATABASE_URL", "postgres://localhost/steuntje");
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
});

it.each([
  ["sandbox", "192.168.1.5:3000", true],
  ["sandbox", "[fe80::1]:3000", true],
  ["sandbox", "evil.example:3000", false],
  ["sandbox", "192.168.1.5.evil.example", false],
  ["", "192.168.1.5:3000", false],
])("trust 22: with payments %j, whether a page at %s may write: %s", async (payments, host, mayWrite) => {
  vi.stubEnv("PAYMENTS", payments);
  const { asReached, isSameOrigin } = await import("./origin");
  const from = (origin: string) => isSameOrigin(new Headers({ host, origin }));
  expect([from(`http://${host}`), from("http://localhost:3000")]).toEqual([mayWrite, true]);
  for (const origin of ["http://192.168.1.5", "http://192.168.1.6:3000", `https://${host}`, "null"])
    expect(from(origin), origin).toBe(false);
  const reached = asReached("http://localhost:3000/r/x", new Headers({ host }));
  expect(reached).toBe(`${mayWrite ? `http://${host}` : "http://localhost:3000"}/r/x`);
  expect(asReached("https://bucket.example/r/x", new Headers({ host }))).toBe("https://bucket.example/r/x");
});
