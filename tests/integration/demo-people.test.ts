import { verify } from "@node-rs/argon2";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { users } from "@/db/schema";
import { hashPassword } from "@/lib/domain/accounts/password";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { addPerson } from "../support/people";

vi.mock(import("@node-rs/argon2"), async (importOriginal) => {
  const real = await importOriginal();
  return { ...real, verify: vi.fn(real.verify) };
});

const PASSWORD = "steuntje-demo";

let database: TestDatabase;
let demo: { id: string; username: string; email: string };
let other: { id: string; username: string };
beforeAll(async () => {
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  const password = await hashPassword(PASSWORD);
  demo = await addPerson(database.db, { password });
  other = await addPerson(database.db, { password });
  await database.db.update(users).set({ isDemo: true }).where(eq(users.id, demo.id));
});
afterAll(() => database.drop());

/** The application as it starts with an environment. */
async function startedWith(environment: Record<string, string>) {
  vi.resetModules();
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const [{ logIn }, { openSession }, { findViewerBySession }] = await Promise.all([
    import("@/lib/domain/accounts/log-in"),
    import("@/lib/domain/sessions/open-session"),
    import("@/lib/domain/sessions/queries"),
  ]);
  return {
    logIn: (username: string) => logIn(database.db, { username, password: PASSWORD }),
    viewer: async ({ id }: { id: string }) => {
      const { token } = await openSession(database.db, id, { replaces: null });
      return findViewerBySession(database.db, token);
    },
  };
}

test("on this machine alone, with no real provider, they sign in", async () => {
  const { logIn, viewer } = await startedWith({});
  expect(await logIn(demo.username)).toBe(demo.id);
  expect(await viewer(demo)).toMatchObject({ id: demo.id });
});

test.each([
  ["the origin is public", { APP_URL: "https://steuntje.example" }],
  [
    "the card provider is real",
    { STRIPE_SECRET_KEY: "sk_live", STRIPE_WEBHOOK_SECRET: "wh", STRIPE_PUBLISHABLE_KEY: "pk" },
  ],
])(
  "trust 38: where %s they cannot, whatever they are called now, nor go on with a session",
  async (_, environment) => {
    const { logIn, viewer } = await startedWith({ APP_URL: "", ...environment });
    const [row] = await database.db.select().from(users).where(eq(users.id, demo.id));
    vi.mocked(verify).mockClear();
    for (const login of [demo.username, demo.email]) {
      await expect(logIn(login)).rejects.toMatchObject({ code: "INVALID_CREDENTIALS", fields: undefined });
    }
    const tried = vi.mocked(verify).mock.calls.map(([hash]) => String(hash));
    expect(tried, "a hash of the same price, and never theirs").toHaveLength(2);
    for (const hash of tried) {
      expect(hash).not.toBe(row?.password);
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    }
    expect(await viewer(demo)).toBeNull();
    await database.db
      .update(users)
      .set({ username: `renamed-${demo.id.slice(-4)}` })
      .where(eq(users.id, demo.id));
    await expect(logIn(`renamed-${demo.id.slice(-4)}`)).rejects.toMatchObject({
      code: "INVALID_CREDENTIALS",
    });
    await database.db.update(users).set({ username: demo.username }).where(eq(users.id, demo.id));
    expect(await logIn(other.username), "everybody else can").toBe(other.id);
    expect(await viewer(other)).toMatchObject({ id: other.id });
  },
);
