import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { users } from "@/db/schema";
import { register } from "@/lib/domain/accounts/register";
import { registerSchema } from "@/lib/domain/accounts/schema";
import { findMe } from "@/lib/domain/users/queries";
import { createTestDatabase, type TestDatabase } from "../support/database";
import fc, { SEED } from "../support/fast-check";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
});
afterAll(() => database.drop());

let count = 0;
const person = (values: Partial<Parameters<typeof register>[1]> = {}) => {
  count += 1;
  return {
    username: `person${count}`,
    name: "Noor",
    email: `person${count}@example.org`,
    password: "een lange zin om te onthouden",
    ...values,
  };
};

test("keeps the language on screen and an Argon2id hash, and shows neither hash nor tokens", async () => {
  const input = person();
  const id = await register(database.db, input, "fr");
  const [row] = await database.db.select().from(users).where(eq(users.id, id));
  expect(row?.preferredLanguage).toBe("fr");
  expect(row?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const me = await findMe(database.db, id);
  expect(me).toMatchObject({
    username: input.username,
    email: input.email,
    subscriptionTier: "none",
    dailyGiven: 0,
  });
  expect(JSON.stringify(me)).not.toContain("argon2");
  expect(Object.keys(me)).not.toEqual(expect.arrayContaining(["password"]));
});

test.each([
  ["short", "1234567"],
  ["common", "password1"],
  ["common in capitals", "QWERTYUIOP"],
  ["one character", "zzzzzzzzzzzzzzz"],
  ["the username", "somebody.else"],
  ["the e-mail address", "somebody@example.org"],
])("trust 23: refuses a password that is %s", async (_, password) => {
  const input = person({ username: "Somebody.Else", email: "somebody@example.org", password });
  await expect(register(database.db, input, "nl")).rejects.toMatchObject({
    code: "WEAK_PASSWORD",
    fields: { password: "passwordWeak" },
  });
});

test.each([
  ["64 characters", "correct-horse-battery-staple-".repeat(3).slice(0, 64)],
  ["200 characters", "long passphrases are welcome ".repeat(7).slice(0, 200)],
  ["emoji", "🐈🐕🦆🐎🐑🐖🐓🐇"],
  ["spaces", "drie woorden samen"],
])("trust 23: takes a password of %s", async (_, password) => {
  const input = registerSchema.parse(person({ password }));
  await expect(register(database.db, input, "nl")).resolves.toMatch(/^[0-9a-f-]{36}$/);
});

test.each([
  "admin",
  "Admin",
  "ad.min",
  "adm1n",
  "STEUNTJE",
  "steuntje-team",
  "5teuntje",
  "anonymous",
  "support",
  "he1p",
  "mai1",
  "officiaI",
  "5upp0rt",
  "adrnin",
  "...",
  "-_-",
])("trust 24: nobody may be called %s", async (username) => {
  await expect(register(database.db, person({ username }), "nl")).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    fields: { username: "usernameReserved" },
  });
});

test("trust 24: a name in other capitals is taken, as is an address", async () => {
  const first = person();
  await register(database.db, first, "nl");
  await expect(
    register(database.db, person({ username: first.username.toUpperCase() }), "nl"),
  ).rejects.toMatchObject({ code: "USERNAME_TAKEN", fields: { username: "usernameTaken" } });
  const email = registerSchema.parse(person({ email: ` ${first.email.toUpperCase()} ` })).email;
  await expect(register(database.db, person({ email }), "nl")).rejects.toMatchObject({
    code: "EMAIL_EXISTS",
    fields: { email: "emailExists" },
  });
});

test("trust 24: of 20 at once for one name or one address, one wins", async () => {
  const names = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) =>
      register(database.db, person({ username: i % 2 ? "Wanted" : "wanted" }), "nl"),
    ),
  );
  expect(names.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const result of names) {
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "USERNAME_TAKEN" });
  }
  const addresses = await Promise.allSettled(
    Array.from({ length: 20 }, () => register(database.db, person({ email: "one@example.org" }), "nl")),
  );
  expect(addresses.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test(`trust 24: names of other scripts, with invisible characters or of the wrong length are refused (seed ${SEED})`, () => {
  const good = /^[A-Za-z0-9._-]{3,20}$/;
  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 24 }),
    fc.constantFrom(
      "аdmin",
      "no\u200bor",
      "no\u202eor",
      "Ａlice",
      "ab",
      "a".repeat(21),
      "jan jansen",
      "jan\u0000",
    ),
  );
  fc.assert(
    fc.property(text, (username) => {
      const { success } = registerSchema.safeParse(person({ username }));
      expect(success).toBe(good.test(username.trim()));
    }),
    { seed: SEED, numRuns: 1_000 },
  );
});
