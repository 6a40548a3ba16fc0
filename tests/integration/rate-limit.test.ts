import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { connect } from "@/db/client";
import { rateLimits } from "@/db/schema";
import { setClock } from "@/lib/ground/clock";
import { clearLimit, limit, limitCall } from "@/lib/web/rate-limit/limit";
import { LIMITS } from "@/lib/web/rate-limit/limits";
import { createTestDatabase, type TestDatabase } from "../support/database";

const { max, within } = LIMITS.guessPassword;
const seconds = within / 1_000;
const start = new Date("2026-03-10T12:00:00Z");
const at = (after: number) => setClock(() => new Date(start.getTime() + after * 1000));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
});
afterAll(() => database.drop());
afterEach(() => setClock());

const spend = async (subject: string, times: number) => {
  for (let i = 0; i < times; i += 1) await limit(database.db, "guessPassword", subject);
};

test("trust 23: refuses what is too much until the window ends, and says when that is", async () => {
  at(0);
  await spend("noor", max);
  at(100);
  await expect(limit(database.db, "guessPassword", "noor")).rejects.toMatchObject({
    code: "RATE_LIMITED",
    retryAfter: seconds - 100,
  });
  await limit(database.db, "guessPassword", "somebody else");
  await limit(database.db, "loginAddress", "noor");
  at(seconds);
  await limit(database.db, "guessPassword", "noor");
});

test("trust 35: a call counts by person or by address, and its costly form once more", async () => {
  at(0);
  const caller = (id: string | null, input: unknown) => ({
    viewer: id === null ? null : { id },
    address: "192.0.2.7",
    input,
  });
  const call = {
    limit: "updateUser",
    costlyForm: {
      limit: "changePicture",
      is: ({ avatar }: Record<string, unknown>) => avatar === "a picture",
    },
  } as const;
  for (let i = 0; i < LIMITS.changePicture.max; i += 1) {
    await limitCall(database.db, call, caller("noor", { avatar: "a picture" }));
  }
  const refused = { code: "RATE_LIMITED" };
  await expect(limitCall(database.db, call, caller("noor", { avatar: "a picture" }))).rejects.toMatchObject(
    refused,
  );
  await limitCall(database.db, call, caller("noor", { avatar: "🦊" }));
  await limitCall(database.db, call, caller("samira", { avatar: "a picture" }));
  for (let i = 0; i < LIMITS.loginAddress.max; i += 1) {
    await limitCall(database.db, { limit: "loginAddress" }, caller(i % 2 ? "noor" : null, undefined));
  }
  await expect(
    limitCall(database.db, { limit: "loginAddress" }, caller(null, undefined)),
  ).rejects.toMatchObject(refused);
  await limitCall(database.db, {}, caller(null, undefined));
});

test.each([
  ["/56", (n: number) => `2001:db8:1:${n.toString(16)}`, 4],
  ["/48", (n: number) => `2001:db8:2:${(n * 256).toString(16)}`, 16],
])("trust 23: who has a %s has few of its networks counted apart", async (_, network, times) => {
  at(0);
  const allowed = LIMITS.loginAddress.max * times;
  let counted = 0;
  const spendAll = async () => {
    for (; counted <= allowed; counted += 1) await limit(database.db, "loginAddress", network(counted % 200));
  };
  await expect(spendAll()).rejects.toMatchObject({ code: "RATE_LIMITED" });
  expect(counted).toBe(allowed);
  await limit(database.db, "loginAddress", "2001:db8:9:1");
  await limit(database.db, "loginAddress", "192.0.2.99");
});

test("trust 23: two servers on one database count as one", async () => {
  const other = connect(database.url, { max: 5 });
  const results = await Promise.allSettled(
    Array.from({ length: 3 * max }, (_, i) =>
      limit(i % 2 ? database.db : other.db, "guessPassword", "two servers"),
    ),
  );
  await other.close();
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(max);
});

test("trust 23: whoever knew the password starts again", async () => {
  await spend("mistyped", max);
  await clearLimit(database.db, "guessPassword", "mistyped");
  await spend("mistyped", max);
});

test("the table names nobody, and ended windows are swept", async () => {
  at(0);
  await limit(database.db, "registerAddress", "192.0.2.7");
  const before = await database.db.select().from(rateLimits);
  expect(JSON.stringify(before)).not.toContain("192.0.2.7");
  at(7_200);
  for (let i = 0; i < before.length; i += 1) await limit(database.db, "write", `person ${i}`);
  const keys = (await database.db.select().from(rateLimits)).map(({ key }) => key);
  for (const { key, resetAt } of before) {
    if (resetAt <= new Date(start.getTime() + 7_200_000)) expect(keys).not.toContain(key);
  }
});

test("RATE_LIMITS=off counts nothing", async () => {
  vi.resetModules();
  vi.stubEnv("RATE_LIMITS", "off");
  const fresh = await import("@/lib/web/rate-limit/limit");
  for (let i = 0; i < 2 * max; i += 1) await fresh.limit(database.db, "guessPassword", "bench");
  vi.unstubAllEnvs();
});
