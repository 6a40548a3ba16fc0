import { verify } from "@node-rs/argon2";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { logIn } from "@/lib/domain/accounts/log-in";
import { findLogin } from "@/lib/domain/accounts/queries";
import { register } from "@/lib/domain/accounts/register";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { addPerson } from "../support/people";

vi.mock(import("@node-rs/argon2"), async (importOriginal) => {
  const real = await importOriginal();
  return { ...real, verify: vi.fn(real.verify) };
});

let database: TestDatabase;
let noor: string;
const password = "een lange zin om te onthouden";

beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  noor = await register(
    database.db,
    { username: "Noor", name: "Noor", email: "noor@example.org", password },
    "nl",
  );
});
afterAll(() => database.drop());

test.each(["Noor", "noor", "NOOR", "noor@example.org", "Noor@Example.ORG"])(
  "%s logs in",
  async (username) => {
    expect(await logIn(database.db, { username, password })).toBe(noor);
  },
);

test("trust 23: username and e-mail address name one account", async () => {
  expect(await findLogin(database.db, "NOOR")).toMatchObject({ id: noor });
  expect(await findLogin(database.db, "noor@example.org")).toMatchObject({ id: noor });
  expect(await findLogin(database.db, "nobody-here")).toBeNull();
});

test.each([
  ["a wrong password", "Noor", "een andere zin"],
  ["a name nobody has", "nobody-here", password],
  ["an address nobody has", "nobody@example.org", password],
  ["a pattern", "noo_", password],
  ["the wrong case of the password", "Noor", password.toUpperCase()],
])("trust 23: %s says the same", async (_, username, tried) => {
  await expect(logIn(database.db, { username, password: tried })).rejects.toMatchObject({
    code: "INVALID_CREDENTIALS",
    fields: undefined,
  });
});

test("somebody without a password cannot log in with one", async () => {
  const google = await addPerson(database.db, { username: "googler" });
  await expect(logIn(database.db, { username: google.username, password: "" })).rejects.toMatchObject({
    code: "INVALID_CREDENTIALS",
  });
});

test("trust 23: a name nobody has costs a password check of the same price", async () => {
  const cost = () =>
    vi.mocked(verify).mock.calls.map(([hash]) => String(hash).split("$").slice(0, 4).join("$"));
  vi.mocked(verify).mockClear();
  await logIn(database.db, { username: "Noor", password: "wrong password" }).catch(() => undefined);
  const known = cost();
  vi.mocked(verify).mockClear();
  await logIn(database.db, { username: "nobody-here", password: "wrong password" }).catch(() => undefined);
  expect(cost()).toEqual(known);
  expect(known).toEqual(["$argon2id$v=19$m=19456,t=2,p=1"]);
});
