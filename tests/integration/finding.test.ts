import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { pagesTouched } from "@/bench/pages-touched";
import { follows, newId, openRequests, requests, requestWords, searchWords, users } from "@/db/schema";
import { forgetWords } from "@/lib/domain/finding/forget-words";
import { listKept } from "@/lib/domain/finding/kept";
import { bandsAround, listPlaces, nearestPlace } from "@/lib/domain/finding/places";
import { BANDS } from "@/lib/domain/finding/rules";
import { saveRequest, unsaveRequest } from "@/lib/domain/finding/save-request";
import type { SearchQuery } from "@/lib/domain/finding/schema";
import { search, searchAsVisitor } from "@/lib/domain/finding/search";
import { chooseMessages } from "@/lib/domain/messages/choose-messages";
import { listNotifications } from "@/lib/domain/messages/queries";
import { changeGiving, editRequest } from "@/lib/domain/requests/change-own";
import { createRequest } from "@/lib/domain/requests/create-request";
import { deleteRequest } from "@/lib/domain/requests/delete-request";
import type { NewRequest } from "@/lib/domain/requests/schema";
import { block, unblock } from "@/lib/domain/users/block";
import { follow, unfollow } from "@/lib/domain/users/follow";
import { findPerson } from "@/lib/domain/users/queries";
import { setClock } from "@/lib/ground/clock";
import { DAY, HOUR, MINUTE } from "@/lib/ground/durations";
import { CATEGORIES, type Category, type Locale } from "@/lib/ground/vocabulary";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { mailsOf, sendOutbox } from "../support/outbox";
import { addReadyAccount } from "../support/payout-rows";
import { addPerson, addRequest } from "../support/people";

const AT = new Date("2026-03-10T12:00:00Z");

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("APP_URL", "https://steuntje.example");
});
afterAll(() => database.drop());

let owner: Awaited<ReturnType<typeof addPerson>>;
let finder: Awaited<ReturnType<typeof addPerson>>;
beforeEach(async () => {
  setClock(() => AT);
  await database.db.execute(sql`delete from requests`);
  owner = await addPerson(database.db);
  finder = await addPerson(database.db);
  return () => setClock();
});

type Wanted = Partial<{
  category: Category;
  goal: number;
  raised: number;
  hoursAgo: number;
  by: { id: string };
}>;

async function ask(item: string, { hoursAgo = 1, by = owner, goal = 10_000, ...more }: Wanted = {}) {
  const createdAt = new Date(AT.getTime() - hoursAgo * HOUR);
  const { id } = await addRequest(database.db, by, { item, goal, createdAt });
  if (Object.keys(more).length > 0) {
    await database.db.update(requests).set(more).where(eq(requests.id, id));
  }
  return id;
}

const asked = (query: Partial<SearchQuery> & { limit?: number; cursor?: string | null }) => ({
  sort: "newest" as const,
  limit: 20,
  ...query,
});
async function found(query: Parameters<typeof asked>[0]): Promise<string[]> {
  return (await search(database.db, finder, asked(query))).items.map(({ item }) => item);
}

describe("a search", () => {
  it.each([
    ["fiets", "Een fiets voor mijn dochter"],
    ["FIETS", "Een fiets voor mijn dochter"],
    ["fie", "Een fiets voor mijn dochter"],
    ["feits", "Een fiets voor mijn dochter"],
    ["dochtr", "Een fiets voor mijn dochter"],
    ["een fiets voor", "Een fiets voor mijn dochter"],
    ["fiets dochter", "Een fiets voor mijn dochter"],
    ["velo", "Un vélo pour l’été"],
    ["VÉLO", "Un vélo pour l’été"],
    ["ete", "Un vélo pour l’été"],
    ["strasse", "Möbel für die Straße"],
    ["Straße", "Möbel für die Straße"],
    ["mobel", "Möbel für die Straße"],
    ["nino", "Zapatos para un niño"],
    ["zapatso", "Zapatos para un niño"],
    ["oeuvre", "Une œuvre à encadrer"],
    ["ni", "Zapatos para un niño"],
    ["привет", "Привет, велосипед"],
  ])("for %s finds %s and nothing else", async (q, item) => {
    for (const each of [
      "Een fiets voor mijn dochter",
      "Un vélo pour l’été",
      "Möbel für die Straße",
      "Zapatos para un niño",
      "Une œuvre à encadrer",
      "Привет, велосипед",
    ])
      await ask(each);
    expect(await found({ q })).toEqual([item]);
  });

  it("needs every word that says something", async () => {
    await ask("A red bike", { hoursAgo: 2 });
    await ask("A red coat for the winter");
    expect(await found({ q: "the red for bike" })).toEqual(["A red bike"]);
    expect(await found({ q: "bike coat" })).toEqual([]);
    expect(await found({ q: "the" })).toEqual([]);
    expect(await found({ q: "!?" })).toEqual([]);
    expect(await found({ q: "zzzz" })).toEqual([]);
    expect(await found({ q: "\u0000" }), "which PostgreSQL refuses").toEqual([]);
    expect(await found({ q: "red\u0000 bike" })).toEqual(["A red bike"]);
    expect(await listPlaces(database.db, "\u0000")).toEqual([]);
  });

  it("finds a word of the description, and each request once whatever it repeats", async () => {
    const id = await ask("A bicycle and more bicycles");
    await database.db.update(requests).set({ description: "Bicycling at night" }).where(eq(requests.id, id));
    expect(await found({ q: "bicycl" })).toHaveLength(1);
    expect(await found({ q: "night" })).toHaveLength(1);
    expect(await found({ q: "cold" })).toEqual([]);
  });

  it("ignores boosts and plans: the newest is first", async () => {
    const patron = await addPerson(database.db, { subscriptionTier: "diamond" });
    await ask("A boosted coat", { by: patron, hoursAgo: 3 });
    await database.db
      .update(requests)
      .set({ priorityLevel: 2, appliedBoostType: "premium", boostAppliedAt: AT });
    await ask("A coat", { hoursAgo: 2 });
    await ask("Another coat", { hoursAgo: 1 });
    expect(await found({ q: "coat" })).toEqual(["Another coat", "A coat", "A boosted coat"]);
    expect(await found({ category: undefined, filter: "new" })).toEqual([
      "Another coat",
      "A coat",
      "A boosted coat",
    ]);
  });

  it("has pages without gaps and repeats in every order, with words, filters and without", async () => {
    for (let n = 0; n < 23; n += 1) {
      await ask(`Coat ${n}`, { raised: (n * 37) % 100 === 0 ? 0 : n * 400, hoursAgo: Math.floor(n / 3) });
    }
    for (const sort of ["newest", "nearly", "least_left"] as const) {
      for (const query of [{ q: "coat" }, { q: "co" }, { filter: "new" }, {}]) {
        const all = await found({ ...query, sort, limit: 100 });
        const paged: string[] = [];
        let cursor: string | null = null;
        do {
          const page = await search(database.db, finder, asked({ ...query, sort, limit: 5, cursor }));
          paged.push(...page.items.map(({ item }) => item));
          cursor = page.next;
        } while (cursor !== null);
        expect(paged, `${sort} ${JSON.stringify(query)}`).toEqual(all);
        expect(new Set(paged).size).toBe(23);
      }
    }
  });

  it("sorts by how near the goal is, and by how little is left", async () => {
    await ask("Half", { goal: 1_000, raised: 500 });
    await ask("Almost", { goal: 100_000, raised: 90_000 });
    await ask("Nothing yet", { goal: 2_000 });
    expect(await found({ sort: "nearly" })).toEqual(["Almost", "Half", "Nothing yet"]);
    expect(await found({ sort: "least_left" })).toEqual(["Half", "Nothing yet", "Almost"]);
  });

  it("refuses a cursor that it never gave", async () => {
    await expect(found({ cursor: "abc" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });
});

describe("filters", () => {
  it("all have to hold", async () => {
    await ask("Music, nearly", { category: "music", goal: 10_000, raised: 8_000 });
    await ask("Music", { category: "music" });
    await ask("Sport, nearly", { category: "sport", goal: 10_000, raised: 8_000, hoursAgo: 2 });
    await ask("Old", { goal: 10_000, raised: 2_500, hoursAgo: 80 });
    expect(await found({ category: "music", filter: "nearly" })).toEqual(["Music, nearly"]);
    expect(await found({ filter: "nearly" })).toEqual(["Music, nearly", "Sport, nearly"]);
    expect(await found({ filter: "little,nearly" })).toEqual(["Music, nearly", "Sport, nearly"]);
    expect(await found({ filter: "new", category: "music" })).toHaveLength(2);
    expect(await found({ filter: "new" })).not.toContain("Old");
    expect(await found({ q: "music", filter: "nearly" })).toEqual(["Music, nearly"]);
  });

  it.each([
    [7_499, false],
    [7_500, true],
  ])("nearly with %i of 10,000 raised: %s", async (raised, isFound) => {
    await ask("Coat", { raised });
    expect((await found({ filter: "nearly" })).length > 0).toBe(isFound);
  });

  it.each([
    [2_501, false],
    [2_500, true],
    [1, true],
  ])("little with %i left: %s", async (left, isFound) => {
    await ask("Coat", { goal: 10_000, raised: 10_000 - left });
    expect((await found({ filter: "little" })).length > 0).toBe(isFound);
  });

  it("payable is what can be paid out", async () => {
    await ask("Coat");
    expect(await found({ filter: "payable" })).toEqual([]);
    await addReadyAccount(database.db, owner.id, AT);
    expect(await found({ filter: "payable" })).toEqual(["Coat"]);
  });

  it.each(CATEGORIES)("%s lists what its owner put there", async (category) => {
    await ask("Here", { category });
    await ask("Nowhere");
    expect(await found({ category })).toEqual(["Here"]);
  });
});

describe("what is found", () => {
  const cases: Record<string, (id: string) => Promise<unknown>> = {
    hidden: (id) => database.db.update(requests).set({ isActive: false }).where(eq(requests.id, id)),
    closed: (id) => changeGiving(database.db, owner, { id, to: "closed" }),
    deleted: (id) => deleteRequest(database.db, owner, id),
    completed: (id) =>
      database.db
        .update(requests)
        .set({ raised: 10_000, isCompleted: true, completedAt: AT })
        .where(eq(requests.id, id)),
  };
  it.each(Object.keys(cases))("is not what is %s, and leaves no word of it", async (name) => {
    const id = await ask("A zebra");
    expect(await found({ q: "zebra" })).toEqual(["A zebra"]);
    await cases[name]?.(id);
    expect(await found({ q: "zebra" })).toEqual([]);
    expect(await found({})).toEqual([]);
    expect(await database.db.$count(requestWords)).toBe(0);
    expect(await database.db.$count(openRequests)).toBe(0);
  });

  it("is found again when its goal is open again", async () => {
    const id = await ask("A zebra");
    await cases.completed?.(id);
    await database.db
      .update(requests)
      .set({ raised: 5_000, isCompleted: false, completedAt: null })
      .where(eq(requests.id, id));
    expect(await found({ q: "zebra" })).toEqual(["A zebra"]);
  });

  it("is found by its new words, not by its old ones", async () => {
    const id = await ask("A zebra");
    await editRequest({ db: database.db } as never, owner, { id, item: "A giraffe", category: "other" });
    expect([await found({ q: "zebra" }), await found({ q: "giraffe", category: "other" })]).toEqual([
      [],
      ["A giraffe"],
    ]);
  });

  it("is nobody's between whom and the finder is a block", async () => {
    await ask("A zebra");
    await block(database.db, owner, finder.username);
    expect([await found({ q: "zebra" }), await found({})]).toEqual([[], []]);
  });

  it("names no anonymous requester to a visitor", async () => {
    const shy = await addPerson(database.db, { anonymousProfile: true });
    await ask("A zebra", { by: shy });
    const { items } = await searchAsVisitor(database.db, "192.0.2.1", asked({ q: "zebra" }));
    expect(items.map(({ userId, user }) => [userId, user])).toEqual([[null, null]]);
  });

  it("takes as many donations as it likes without writing its words again", async () => {
    const id = await ask("A zebra", { goal: 100_000 });
    const writes = async () => {
      const [row] = await database.db.execute<{ n: string }>(
        sql`select xmin::text as n from request_words limit 1`,
      );
      return row?.n;
    };
    const before = await writes();
    await database.db.update(requests).set({ raised: 50_000 }).where(eq(requests.id, id));
    expect(await writes()).toBe(before);
    expect(await found({ sort: "nearly" })).toEqual(["A zebra"]);
    const [row] = await database.db.select().from(openRequests);
    expect(row?.reachedStep).toBe(10);
  });
});

describe("words", () => {
  it("that no request has any more are forgotten, others stay", async () => {
    await database.db.delete(searchWords).where(sql`id not in (select word_id from request_words)`);
    const id = await ask("Jansen needs a coat");
    await ask("A coat");
    await deleteRequest(database.db, owner, id);
    const known = async () => (await database.db.select().from(searchWords)).map(({ word }) => word).sort();
    expect(await known()).toContain("jansen");
    await forgetWords(database.db);
    expect(await known()).toEqual(["coat", "cold", "getting"]);
    expect(await found({ q: "coat" })).toEqual(["A coat"]);
  });

  it("that say nothing of what is asked for are left out in every language", async () => {
    const articles: Record<Locale, string> = {
      en: "the a an",
      nl: "de het een",
      es: "el la los las un una",
      fr: "le la l’ les un une des",
      de: "der die das dem den ein eine",
    };
    for (const [locale, text] of Object.entries(articles)) {
      const [row] = await database.db.execute(sql`select words_of(${text}) as words`);
      expect(row, locale).toEqual({ words: [] });
    }
  });

  it("are written once by many at the same moment, without waiting for each other in a circle", async () => {
    const texts = Array.from({ length: 40 }, (_, n) =>
      ["walnut", "xylophone", "yarn", "zeppelin"].toSorted(() => (n % 2 ? 1 : -1)).join(" "),
    );
    await Promise.all(texts.map((text) => ask(text)));
    expect(await found({ q: "zeppelin walnut", limit: 100 })).toHaveLength(40);
  });
});

describe("what somebody saved", () => {
  it("is found by them alone, until they take it back", async () => {
    const id = await ask("A zebra");
    await ask("A giraffe");
    const other = await addPerson(database.db);
    await saveRequest(database.db, { id: finder.id, isOperator: false }, id);
    await saveRequest(database.db, { id: finder.id, isOperator: false }, id);
    expect(await found({ filter: "saved" })).toEqual(["A zebra"]);
    expect((await search(database.db, other, asked({ filter: "saved" }))).items).toEqual([]);
    await unsaveRequest(database.db, finder, id);
    expect(await found({ filter: "saved" })).toEqual([]);
  });

  it("is nothing that they may not see, and nothing for visitors", async () => {
    const looker = { id: finder.id, isOperator: false };
    const id = await ask("A zebra");
    await deleteRequest(database.db, owner, id);
    await expect(saveRequest(database.db, looker, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(saveRequest(database.db, looker, "x")).rejects.toMatchObject({ code: "NOT_FOUND" });
    const asVisitor = searchAsVisitor(database.db, "192.0.2.1", asked({ filter: "saved" }));
    await expect(asVisitor).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });
});

describe("who follows somebody", () => {
  it("finds what they ask for, until they no longer follow them", async () => {
    await ask("A zebra");
    await ask("A giraffe", { by: await addPerson(database.db) });
    await follow(database.db, finder, owner.username.toUpperCase());
    await follow(database.db, finder, owner.username);
    expect(await found({ filter: "followed" })).toEqual(["A zebra"]);
    expect((await findPerson(database.db, owner.username, { ...finder, isOperator: false }))?.followed).toBe(
      true,
    );
    await unfollow(database.db, finder, owner.username);
    expect(await found({ filter: "followed" })).toEqual([]);
  });

  it("finds nothing of who is anonymous, and is not told that they are", async () => {
    await ask("A zebra");
    await follow(database.db, finder, owner.username);
    await database.db.update(users).set({ anonymousProfile: true }).where(eq(users.id, owner.id));
    expect(await found({ filter: "followed" })).toEqual([]);
    expect((await findPerson(database.db, owner.username, { ...finder, isOperator: false }))?.followed).toBe(
      true,
    );
    await unfollow(database.db, finder, owner.username);
    await follow(database.db, finder, owner.username);
    expect(await found({ filter: "followed" })).toEqual([]);
  });

  it("follows nobody who is hidden, as if they were not there, and can end what was before", async () => {
    await follow(database.db, finder, owner.username);
    await database.db.update(users).set({ hiddenAt: new Date() }).where(eq(users.id, owner.id));
    const late = await addPerson(database.db);
    await expect(follow(database.db, late, owner.username)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await database.db.$count(follows, eq(follows.followerId, late.id))).toBe(0);
    await unfollow(database.db, finder, owner.username);
    expect(await database.db.$count(follows, eq(follows.followerId, finder.id))).toBe(0);
    await block(database.db, finder, owner.username);
    await unblock(database.db, finder, owner.username);
  });

  it("follows nobody who blocks them at the same moment", async () => {
    for (let round = 0; round < 40; round += 1) {
      const [one, other] = [await addPerson(database.db), await addPerson(database.db)];
      await Promise.allSettled([
        follow(database.db, one, other.username),
        block(database.db, other, one.username),
      ]);
      expect(await database.db.$count(follows, eq(follows.followerId, one.id))).toBe(0);
    }
  });

  it("follows neither themself, nor somebody unknown, nor across a block, which ends it", async () => {
    await follow(database.db, finder, owner.username);
    await block(database.db, owner, finder.username);
    expect(await database.db.$count(follows, eq(follows.followerId, finder.id))).toBe(0);
    await expect(follow(database.db, finder, owner.username)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(follow(database.db, owner, finder.username)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(follow(database.db, finder, finder.username)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
    await expect(follow(database.db, finder, "nobody-at-all")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("near a town", () => {
  const at = async (name: string) => (await listPlaces(database.db, name))[0]?.id ?? 0;
  const fill = async (place: string, count: number, options: Wanted = {}) => {
    const placeId = await at(place);
    for (let n = 0; n < count; n += 1) {
      const id = await ask(`${place} ${n}`, options);
      await database.db.update(requests).set({ placeId, town: place }).where(eq(requests.id, id));
    }
  };
  it("reads the towns around one, not all of them", async () => {
    await database.db.execute(sql`vacuum analyze places`);
    const utrecht = await at("Utrecht");
    expect(await pagesTouched(database.url, (db) => bandsAround(db, utrecht))).toBeLessThan(30);
  });

  const near = async (place: string, more: Parameters<typeof asked>[0] = {}) => {
    const { items } = await search(database.db, finder, asked({ near: await at(place), limit: 50, ...more }));
    return BANDS.map((band) => items.filter((item) => item.band === band))
      .filter((of) => of.length > 0)
      .map((of) => [of[0]?.band, [...new Set(of.map((each) => each.town))].toSorted(), of.length]);
  };

  it.each([
    ["Utrecht", "Utrecht"],
    ["brussels", "Brussel"],
    ["Bruxelles", "Brussel"],
    ["Brüssel", "Brussel"],
    ["den haag", "Den Haag"],
    ["hertogenb", "'s-Hertogenbosch"],
    ["koln", "Köln"],
    ["Cologne", "Köln"],
    ["Séville", "Sevilla"],
    ["a coruna", "A Coruña"],
  ])("%s is %s", async (q, name) => {
    expect((await listPlaces(database.db, q))[0]?.name).toBe(name);
  });

  it("no town is offered for nothing, for signs and for what none is called", async () => {
    for (const q of ["", "!?", "zzzzzz"]) expect(await listPlaces(database.db, q)).toEqual([]);
  });

  it.each([
    ["beside it", 52.1, 5.11, "Utrecht"],
    ["across the border", 51.37, 4.46, "Kalmthout"],
    ["at sea", 54, 4, null],
    ["beyond the date line", 0, -180, null],
  ])("a position has the nearest town: %s", async (_, latitude, longitude, name) => {
    const nearest = nearestPlace(database.db, { latitude, longitude });
    if (name === null) await expect(nearest).rejects.toMatchObject({ code: "NOT_FOUND" });
    else expect(await nearest).toMatchObject({ name });
  });

  it("the nearest is first, in bands, and nothing that is farther away", async () => {
    // From Utrecht: Nieuwegein 8 km, Amersfoort 20 km, Groningen 165 km.
    await fill("Amersfoort", 5);
    await fill("Nieuwegein", 5, { hoursAgo: 2 });
    await fill("Utrecht", 5, { hoursAgo: 3 });
    await fill("Groningen", 5);
    await ask("Nowhere");
    expect(await near("Utrecht")).toEqual([
      [5, ["Utrecht"], 5],
      [15, ["Nieuwegein"], 5],
      [40, ["Amersfoort"], 5],
    ]);
    const { items } = await search(database.db, finder, asked({ near: await at("Utrecht"), limit: 50 }));
    expect(items.map(({ band }) => band)).toEqual([5, 15, 40].flatMap((band) => Array(5).fill(band)));
  });

  it("a band with fewer than five open requests is part of the next one, and the last one of none", async () => {
    await fill("Utrecht", 3);
    await fill("Nieuwegein", 2);
    await fill("Amersfoort", 4);
    expect(await near("Utrecht")).toEqual([[15, ["Nieuwegein", "Utrecht"], 5]]);
    expect(await near("Groningen")).toEqual([]);
  });

  it("has pages, words and filters", async () => {
    await fill("Utrecht", 7);
    await fill("Nieuwegein", 6);
    const placeId = await at("Utrecht");
    for (const query of [{}, { q: "cold" }, { filter: "new" }]) {
      const paged: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await search(database.db, finder, asked({ ...query, near: placeId, limit: 4, cursor }));
        paged.push(...page.items.map(({ item }) => item));
        cursor = page.next;
      } while (cursor !== null);
      expect(new Set(paged).size).toBe(13);
      expect(paged.slice(0, 7).every((item) => item.startsWith("Utrecht"))).toBe(true);
    }
    expect(await near("Utrecht", { q: "nieuwegein" })).toEqual([[15, ["Nieuwegein"], 6]]);
  });

  it("the names of its town find a request, in every language", async () => {
    await fill("Brussel", 1);
    for (const q of ["brussels", "Bruxelles", "Bruselas"]) expect(await found({ q })).toEqual(["Brussel 0"]);
  });

  it("an owner names a town that there is, changes it and takes it back", async () => {
    const id = await ask("A zebra");
    const change = (placeId: number | null) =>
      editRequest({ db: database.db } as never, owner, { id, placeId });
    expect(await change(await at("Utrecht"))).toMatchObject({ town: "Utrecht", place: "Utrecht" });
    expect(await found({ q: "zebra utrecht" })).toEqual(["A zebra"]);
    expect(await change(null)).toMatchObject({ placeId: null, town: null, place: null });
    expect(await found({ q: "zebra utrecht" })).toEqual([]);
    await expect(change(1)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });
});

describe("who follows somebody hears of what they ask for", () => {
  let minute = 0;
  /** Each test has its own time, so that one's messages are not another's. */
  const later = (minutes: number) => {
    minute += minutes;
    setClock(() => new Date(AT.getTime() + minute * MINUTE));
  };
  const create = (changes: Partial<NewRequest> = {}, id = newId()) =>
    createRequest(
      { db: database.db } as never,
      owner,
      { item: "A zebra", description: "It is striped.", goal: 5_000, ...changes },
      id,
    );
  const toldOf = async (person: { id: string }) =>
    (await listNotifications(database.db, person.id, { limit: 20 })).items;
  const messagesTo = async (person: { id: string }) =>
    (await mailsOf(database.db, person.id)).map(({ kind, channel }) => `${kind} by ${channel}`).toSorted();

  beforeEach(async () => {
    await database.db.update(users).set({ emailVerified: AT });
    await follow(database.db, finder, owner.username);
  });

  it("in the application at once, and by message ten minutes later, once", async () => {
    const id = newId();
    await create({}, id);
    await create({}, id);
    expect(await toldOf(finder)).toMatchObject([
      { type: "asked", requestId: id, requesterName: owner.username, requestTitle: "A zebra", amount: 0 },
    ]);
    expect(await messagesTo(finder)).toEqual(["followed_request by mail"]);
    expect(await toldOf(owner)).toEqual([]);
    expect(await sendOutbox(database.db)).toEqual([]);
    later(10);
    const [mail] = await sendOutbox(database.db);
    expect([
      mail?.to,
      mail?.text.includes(`@${owner.username}, whom you follow, is asking for “A zebra”`),
    ]).toEqual([finder.email, true]);
  });

  it("as they chose", async () => {
    const quiet = await addPerson(database.db);
    await follow(database.db, quiet, owner.username);
    for (const [channel, value] of [
      ["app", "off"],
      ["push", "off"],
      ["mail", "off"],
    ] as const) {
      await chooseMessages(database.db, quiet.id, { kind: "followed", channel, value });
    }
    await create();
    expect([await toldOf(quiet), await messagesTo(quiet)]).toEqual([[], []]);
    expect(await toldOf(finder)).toHaveLength(1);
  });

  it("not of somebody anonymous or hidden, nor across a block, nor once they no longer follow", async () => {
    await database.db.update(users).set({ anonymousProfile: true }).where(eq(users.id, owner.id));
    await create();
    await database.db
      .update(users)
      .set({ anonymousProfile: false, hiddenAt: AT })
      .where(eq(users.id, owner.id));
    await create();
    await database.db.update(users).set({ hiddenAt: null }).where(eq(users.id, owner.id));
    await unfollow(database.db, finder, owner.username);
    await create();
    await follow(database.db, finder, owner.username);
    await block(database.db, owner, finder.username);
    await database.db.delete(requests).where(eq(requests.userId, owner.id));
    await create();
    expect([await toldOf(finder), await messagesTo(finder)]).toEqual([[], []]);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ["deleted", (id) => deleteRequest(database.db, owner, id)],
    ["hidden", (id) => database.db.update(requests).set({ isActive: false }).where(eq(requests.id, id))],
    ["paused", (id) => changeGiving(database.db, owner, { id, to: "paused" })],
    ["no longer followed", () => unfollow(database.db, finder, owner.username)],
  ])("no message is sent of what is %s meanwhile", async (_, change) => {
    const { id } = await create();
    await change(id);
    later(10);
    expect((await sendOutbox(database.db)).filter(({ to }) => to === finder.email)).toEqual([]);
  });

  it("and by the weekly digest, with what they saved", async () => {
    const { id } = await create();
    await saveRequest(database.db, { id: finder.id, isOperator: false }, id);
    const other = await ask("A giraffe", { by: await addPerson(database.db), raised: 5_000 });
    await saveRequest(database.db, { id: finder.id, isOperator: false }, other);
    const week = { from: new Date(AT.getTime() - DAY), to: new Date(AT.getTime() + DAY) };
    const titles = async (span = week, limit = 3) => {
      const { saved, followed } = await listKept(database.db, finder.id, span, limit);
      return [saved.map(({ title }) => title), followed.map(({ title }) => title)];
    };
    expect(await titles()).toEqual([["A giraffe", "A zebra"], ["A zebra"]]);
    expect(await titles(week, 1)).toEqual([["A giraffe"], ["A zebra"]]);
    await changeGiving(database.db, owner, { id, to: "paused" });
    expect(await titles(), "but not while nothing can be given to it").toEqual([["A giraffe"], []]);
    await changeGiving(database.db, owner, { id, to: "resumed" });
    expect(await titles({ from: new Date(0), to: week.from })).toEqual([["A giraffe", "A zebra"], []]);
    await block(database.db, owner, finder.username);
    expect(await titles()).toEqual([["A giraffe"], []]);
  });
});
