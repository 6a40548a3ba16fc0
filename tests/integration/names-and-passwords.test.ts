import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { heldUsernames, users } from "@/db/schema";
import { isWeakPassword } from "@/lib/domain/accounts/is-weak-password";
import { joinWithGoogle } from "@/lib/domain/accounts/join-with-google";
import { register } from "@/lib/domain/accounts/register";
import { updateUser } from "@/lib/domain/accounts/update-user";
import { erasePerson } from "@/lib/domain/privacy/erase-person";
import { setClock } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { isVisible } from "@/lib/ground/text-rules";
import { createTestDatabase, type TestDatabase } from "../support/database";
import fc, { SEED } from "../support/fast-check";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  vi.stubEnv("APP_NAME", "Buurtpot");
});
afterAll(() => {
  setClock();
  return database.drop();
});

const known = { username: "dvisser", name: "Daan Visser", email: "daan.visser@example.org" };
const PASSWORD = "een lange zin om te onthouden";

let count = 0;
const person = (values: Partial<Parameters<typeof register>[1]> = {}) => {
  count += 1;
  return {
    username: `named${count}`,
    name: "Noor",
    email: `named${count}@example.org`,
    password: PASSWORD,
    ...values,
  };
};
const add = (values: Partial<Parameters<typeof register>[1]> = {}) =>
  register(database.db, person(values), "nl");

test.each([
  ["steuntje1", "the product's name"],
  ["welkom2026", "a Dutch word and a year"],
  ["wachtwoord1", "a Dutch word and a digit"],
  ["voetbal1", "a Dutch word and a digit"],
  ["aaaaaaab", "almost one character"],
  ["Buurtpot2026!", "what this deployment is called"],
  ["$teuntj3", "the product's name with digits for letters"],
  ["W@chtw00rd!", "a word with digits for letters"],
  ["passwort2025", "German"],
  ["contraseña12", "Spanish"],
  ["Contrasena12", "Spanish without its tilde"],
  ["soleil2026", "French"],
  ["sunshine99!", "English"],
  ["welkomwelkom", "a word twice"],
  ["abcabcabcabc", "letters again and again"],
  ["daanvisser12", "the person's own name"],
  ["visser-daan", "the person's own name, turned round"],
  ["dvisser2026", "the username and a year"],
  ["123456789012", "digits in their order"],
  ["19122026", "a date"],
])("trust 23: %s is refused (%s)", async (password) => {
  expect(await isWeakPassword(password, known)).toBe(true);
});

test.each([
  "drie woorden samen",
  "correct-horse-battery-staple",
  "een lange zin om te onthouden",
  "vier groene fietsen",
  "mijn kat eet graag vis",
  "J4zz-in-de-keuken",
  "trein17 naar Luik",
  "kT7!vq2Lm",
  "🐈🐕🦆🐎🐑🐖🐓🐇",
])("trust 23: %s is taken", async (password) => {
  expect(await isWeakPassword(password, known)).toBe(false);
});

test(`trust 23: no random password is refused (seed ${SEED})`, async () => {
  const alphabet = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!@#$%-_"];
  const random = fc.array(fc.constantFrom(...alphabet), { minLength: 12, maxLength: 24 });
  await fc.assert(
    fc.asyncProperty(random, async (letters) => {
      fc.pre(new Set(letters).size >= 8);
      expect(await isWeakPassword(letters.join(""), known)).toBe(false);
    }),
    { seed: SEED, numRuns: 5_000 },
  );
  for (let made = 0; made < 500; made += 1) {
    expect(await isWeakPassword(randomBytes(8).toString("hex"), known)).toBe(false);
  }
});

test.each([
  "Steuntje",
  "Steuntje Support",
  "5teuntje",
  "Ｓｔｅｕｎｔｊｅ",
  "Stеuntje",
  "Team Buurtpot",
  "Het team",
  "SUPPORT",
  "Official Page",
  "0fficial",
  "Klantenservice",
  "Équipe",
  "Servicio oficial",
  "Offizielle Hilfe",
  "K u n d e n s e r v i c e",
  "Suppоrt",
  "Anoniem",
])("trust 38: nobody is shown as %s", async (name) => {
  await expect(add({ name })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    fields: { name: "nameReserved" },
  });
});

test.each([
  "Noor",
  "Emma Okafor",
  "Lucía Herrera",
  "Tea Mori",
  "Steun Jansen",
  "李小龙",
  "Анна",
  "Jo Supporter",
])("trust 38: anybody may be shown as %s", async (name) => {
  await expect(add({ name })).resolves.toMatch(/^[0-9a-f-]{36}$/);
});

test.each(["buurtpot", "8uurtp0t-daan", "team.daan", "official_daan", "daansupport", "kundenservice1"])(
  "trust 24: nobody may be called %s",
  async (username) => {
    await expect(add({ username })).rejects.toMatchObject({ fields: { username: "usernameReserved" } });
    await expect(updateUser(database.db, { id: await add() }, { username })).rejects.toMatchObject({
      fields: { username: "usernameReserved" },
    });
  },
);

test.each(["supporter.daan", "steamfan", "teamo", "officer7", "infanta"])(
  "trust 24: %s is anybody's",
  async (username) => {
    await expect(add({ username })).resolves.toMatch(/^[0-9a-f-]{36}$/);
  },
);

describe("trust 24: a name that reads as another's", () => {
  const taken = { code: "USERNAME_TAKEN", fields: { username: "usernameTaken" } };

  test.each([
    ["emma", "emmma"],
    ["emma", "Emmmmma"],
    ["emma", "ernma"],
    ["sofie", "50fie"],
    ["willem", "wiIlem"],
    ["william", "vvilliam"],
    ["isabel", "lsabel"],
    ["jan.k", "j4n.k"],
  ])("of %s: %s is taken, for a new account and by renaming", async (name, alike) => {
    const owner = await add();
    await add({ username: name }).catch(() => undefined);
    await expect(add({ username: alike })).rejects.toMatchObject(taken);
    await expect(updateUser(database.db, { id: owner }, { username: alike })).rejects.toMatchObject(taken);
  });

  test("is taken while the other is held, and its owner may write it so", async () => {
    const owner = await add({ username: "marijke" });
    await updateUser(database.db, { id: owner }, { username: "moved.away" });
    await expect(add({ username: "mariijke" })).resolves.toBeTruthy();
    await expect(add({ username: "m4rijke" })).rejects.toMatchObject(taken);
    setClock(() => new Date(Date.now() + 8 * DAY));
    await updateUser(database.db, { id: owner }, { username: "m4rijke" });
    setClock();
  });

  test("changes nothing for who has it already and for other words", async () => {
    const owner = await add({ username: "b4s.older" });
    await add({ username: "bas.older" });
    await updateUser(database.db, { id: owner }, { username: "B4s.Older" });
    for (const [name, other] of [
      ["anna.v", "ana.v"],
      ["timo.1", "timo.2"],
      ["max.b", "maxx.b"],
    ]) {
      await add({ username: name ?? "" });
      await add({ username: other ?? "" });
    }
  });
});

describe("trust 24: a taken name is answered with three free ones", () => {
  const suggestionsFor = async (username: string) => {
    const error = await add({ username }).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: "USERNAME_TAKEN" });
    return error.suggestions as string[];
  };

  test("that resemble it, and that can be taken", async () => {
    for (const name of ["Hannah", "ab3", "a.name.of.twenty.let"]) {
      await add({ username: name });
      const suggestions = await suggestionsFor(name.toUpperCase());
      expect(suggestions).toHaveLength(3);
      expect(new Set(suggestions).size).toBe(3);
      for (const each of suggestions) {
        expect(each.toUpperCase().startsWith(name.slice(0, 15).toUpperCase())).toBe(true);
        await add({ username: each });
      }
    }
  });

  test("by renaming too, and none of them is taken, held, reserved or reads as another's", async () => {
    await add({ username: "popular" });
    for (let n = 10; n < 100; n += 1) {
      await database.db.insert(users).values([
        { username: `popular${n}`, name: "P", email: `p${n}@example.org` },
        { username: `popular.${n}`, name: "P", email: `q${n}@example.org` },
      ]);
    }
    const id = await add();
    const error = await updateUser(database.db, { id }, { username: "popular" }).catch((thrown) => thrown);
    expect(error.suggestions).toHaveLength(3);
    for (const each of error.suggestions) await expect(add({ username: each })).resolves.toBeTruthy();
  });
});

test("trust 38: somebody whom Google calls so is shown under a made-up name, and under nothing of the address", async () => {
  const profile = { firstName: null, lastName: null, pictureUrl: null };
  for (const [i, name] of ["Steuntje Support", "Buurtpot", "Official team", "\u3164"].entries()) {
    const email = `jan.jansen.198${i}@example.org`;
    const id = await joinWithGoogle(database.db, { ...profile, googleId: `g-${i}`, name, email }, "nl");
    const [row] = await database.db.select().from(users).where(eq(users.id, id));
    expect(row?.name).not.toMatch(/steuntje|buurtpot|team|support|official|jansen/i);
    expect(isVisible(row?.name ?? "")).toBe(true);
    expect(row?.username).not.toMatch(/steuntje|buurtpot|team|support|official|jansen/i);
  }
});

test("a name given up by renaming is held for 90 days; who gave it up may take it back", async () => {
  setClock(() => new Date("2026-06-01T12:00:00Z"));
  const [owner, other] = [await add({ username: "Beloved" }), await add()];
  await updateUser(database.db, { id: owner }, { username: "Moved" });
  const taken = { code: "USERNAME_TAKEN" };
  await expect(updateUser(database.db, { id: other }, { username: "beloved" })).rejects.toMatchObject(taken);
  await expect(add({ username: "BELOVED" })).rejects.toMatchObject(taken);
  setClock(() => new Date(Date.parse("2026-06-01T12:00:00Z") + 8 * DAY));
  await updateUser(database.db, { id: owner }, { username: "beloved" });
  await expect(add({ username: "moved" })).rejects.toMatchObject(taken);
  setClock(() => new Date(Date.parse("2026-06-01T12:00:00Z") + 99 * DAY));
  await expect(add({ username: "moved" })).resolves.toBeTruthy();
  await expect(add({ username: "beloved" })).rejects.toMatchObject(taken);
  setClock();
});

test("other capitals give nothing up, and an erased account leaves no trace beside the names it held", async () => {
  const owner = await add({ username: "Capital" });
  await updateUser(database.db, { id: owner }, { username: "CAPITAL" });
  const heldBy = () => database.db.select().from(heldUsernames).where(eq(heldUsernames.userId, owner));
  expect(await heldBy()).toEqual([]);
  setClock(() => new Date(Date.now() + 8 * DAY));
  await updateUser(database.db, { id: owner }, { username: "lowercase" });
  expect(await heldBy()).toHaveLength(1);
  await database.db.transaction((tx) => erasePerson(tx, owner, new Date()));
  expect(await heldBy()).toEqual([]);
  await expect(add({ username: "capital" })).rejects.toMatchObject({ code: "USERNAME_TAKEN" });
  setClock();
});
