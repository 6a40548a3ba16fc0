import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { sessions } from "@/db/schema";
import { endSession } from "@/lib/domain/sessions/end-session";
import { keepSession } from "@/lib/domain/sessions/keep-session";
import { openSession } from "@/lib/domain/sessions/open-session";
import { findViewerBySession } from "@/lib/domain/sessions/queries";
import { sidOf } from "@/lib/domain/sessions/token";
import { setClock } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { addPerson } from "../support/people";

const start = new Date("2026-03-10T12:00:00Z");
const at = (days: number) => setClock(() => new Date(start.getTime() + days * DAY));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
});
afterAll(() => database.drop());
afterEach(() => setClock());

const open = async (replaces: string | null = null) => {
  const person = await addPerson(database.db);
  return { person, ...(await openSession(database.db, person.id, { replaces })) };
};

test("trust 21: the database holds the hash of the token and nothing of the token", async () => {
  const { token, person } = await open();
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  const [row] = await database.db
    .select()
    .from(sessions)
    .where(eq(sessions.sid, sidOf(token)));
  expect(row?.sess).toEqual({ userId: person.id });
  expect(JSON.stringify(row)).not.toContain(token);
  expect(await findViewerBySession(database.db, sidOf(token))).toBeNull();
  expect((await findViewerBySession(database.db, token))?.id).toBe(person.id);
});

test("trust 21: a login gets a token of its own and ends the session that the browser held", async () => {
  const first = await open();
  const again = await openSession(database.db, first.person.id, { replaces: first.token });
  expect(again.token).not.toBe(first.token);
  expect(await findViewerBySession(database.db, first.token)).toBeNull();
  expect((await findViewerBySession(database.db, again.token))?.id).toBe(first.person.id);
});

test("trust 21: fixation: a token that somebody planted is never taken over", async () => {
  const planted = "A".repeat(43);
  const { token } = await open(planted);
  expect(token).not.toBe(planted);
  expect(await findViewerBySession(database.db, planted)).toBeNull();
});

test("trust 21: a logged-out token is dead on the server, other sessions of the person live", async () => {
  const { token, person } = await open();
  const other = await openSession(database.db, person.id, { replaces: null });
  await endSession(database.db, token);
  expect(await keepSession(database.db, token)).toBeNull();
  expect(await findViewerBySession(database.db, token)).toBeNull();
  expect(await findViewerBySession(database.db, other.token)).not.toBeNull();
});

test("30 days, rolling, extended at most once a day", async () => {
  at(0);
  const { token, expires } = await open();
  expect(expires).toEqual(new Date(start.getTime() + 30 * DAY));
  at(0.9);
  expect(await keepSession(database.db, token)).toMatchObject({ extended: false, expires });
  at(1);
  const extended = await keepSession(database.db, token);
  expect(extended).toMatchObject({ extended: true, expires: new Date(start.getTime() + 31 * DAY) });
  at(1.5);
  expect(await keepSession(database.db, token)).toMatchObject({ extended: false });
  at(30.9);
  expect(await keepSession(database.db, token)).toMatchObject({ extended: true });
  at(60.9);
  expect(await keepSession(database.db, token)).toBeNull();
  expect(await findViewerBySession(database.db, token)).toBeNull();
});

test("of many at once one extends, and a session that ends meanwhile stays ended", async () => {
  at(0);
  const { token } = await open();
  at(2);
  const kept = await Promise.all([
    ...Array.from({ length: 10 }, () => keepSession(database.db, token)),
    endSession(database.db, token),
  ]);
  expect(kept).toHaveLength(11);
  expect(await keepSession(database.db, token)).toBeNull();
});

test("ended sessions are swept by later logins", async () => {
  at(0);
  const { token } = await open();
  at(31);
  for (let i = 0; i < 5; i += 1) await open();
  expect(
    await database.db
      .select()
      .from(sessions)
      .where(eq(sessions.sid, sidOf(token))),
  ).toEqual([]);
});

test.each([
  ["http://localhost:3000", "steuntje.session", false],
  ["https://steuntje.example", "__Host-steuntje.session", true],
])("trust 21: the cookie's flags on %s", async (origin, name, secure) => {
  vi.resetModules();
  vi.stubEnv("APP_URL", origin);
  const fresh = await import("@/lib/web/cookies");
  const flags = { httpOnly: true, sameSite: "lax", path: "/", secure };
  const expires = new Date();
  expect(fresh.sessionCookie("token", expires)).toEqual({ name, value: "token", expires, ...flags });
  expect(fresh.sessionCookie("token", expires)).not.toHaveProperty("domain");
});

test("trust 21: 180 days after its login a session ends, however much it is used", async () => {
  at(0);
  const { token } = await open();
  for (let day = 20; day < 180; day += 20) {
    at(day);
    expect(await keepSession(database.db, token)).toMatchObject({ extended: true });
  }
  at(165);
  expect(await keepSession(database.db, token)).toMatchObject({
    expires: new Date(start.getTime() + 180 * DAY),
  });
  at(179.9);
  expect(await keepSession(database.db, token)).toMatchObject({ extended: false });
  at(180);
  expect(await keepSession(database.db, token)).toBeNull();
  expect(await findViewerBySession(database.db, token)).toBeNull();
});
