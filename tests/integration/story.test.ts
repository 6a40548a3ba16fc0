import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { newId, requests, users } from "@/db/schema";
import { storyOf } from "@/lib/domain/donors/story";
import { thank } from "@/lib/domain/messages/thank";
import { erasePerson } from "@/lib/domain/privacy/erase-person";
import { setClock } from "@/lib/ground/clock";
import { openBooks } from "../support/books";
import { notificationsOf, start, tell } from "../support/donating";
import { addPerson, addRequest, STRANGER } from "../support/people";

const { database, card, context } = openBooks();

type Person = Awaited<ReturnType<typeof addPerson>>;
let asker: Person;
let request: { id: string };
beforeEach(async () => {
  asker = await addPerson(database.db);
  request = await addRequest(database.db, asker, { goal: 100_00, createdAt: at(1) });
});

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 9, 30));
const hour = (day: number) => new Date(Date.UTC(2026, 10, day, 9)).toISOString();

async function give(donor: Person, amount: string, day = 2) {
  setClock(() => at(day));
  const started = await start(context, donor, request, amount);
  card.pay(started.paymentId);
  expect(await tell(context, started.paymentId)).toBe("credited");
  return started;
}

const set = (person: Person, values: Partial<typeof users.$inferInsert>) =>
  database.db.update(users).set(values).where(eq(users.id, person.id));
const story = () => storyOf(database.db, request.id, STRANGER);
const donors = async () => (await story())?.givers.map(({ username }) => username);

describe("the story of a request", () => {
  it("names who gave openly, newest first, and tells when what happened", async () => {
    const [noor, bas] = [await addPerson(database.db), await addPerson(database.db)];
    await set(bas, { avatar: "🦊", profileImageUrl: "https://pictures.example/bas.png" });
    await give(noor, "20.00", 2);
    await give(bas, "30.00", 3);
    const last = await give(noor, "50.00", 5);
    setClock(() => at(6));
    const told = await notificationsOf(database.db, asker.id);
    const ofLast = told.find((each) => each.type === "donation" && each.donationId === last.donationId);
    await thank(database.db, asker, { id: ofLast?.id ?? "", emoji: "🙏" });
    expect(await story()).toEqual({
      messages: [],
      posts: [],
      saved: false,
      givers: [
        { username: noor.username, avatar: "😊", profileImageUrl: null },
        { username: bas.username, avatar: "🦊", profileImageUrl: "https://pictures.example/bas.png" },
      ],
      gifts: 3,
      steps: [
        { kind: "asked", at: hour(1) },
        { kind: "first_gift", at: hour(2) },
        { kind: "halfway", at: hour(3) },
        { kind: "goal", at: hour(5) },
        { kind: "thanks", at: hour(6) },
        { kind: "latest_gift", at: hour(5) },
      ],
    });
  });

  it("has nobody before the first donation, and is none where there is no request", async () => {
    expect(await story()).toEqual({
      givers: [],
      messages: [],
      posts: [],
      saved: false,
      gifts: 0,
      steps: [{ kind: "asked", at: hour(1) }],
    });
    for (const id of ["", "x", newId()]) expect(await storyOf(database.db, id, STRANGER)).toBeNull();
    await database.db
      .update(requests)
      .set({ isActive: false, deletedAt: at(2) })
      .where(eq(requests.id, request.id));
    expect(await story()).toBeNull();
  });

  it("leaves nothing of a donation that went back, and what is left of one that did in part", async () => {
    const [noor, bas] = [await addPerson(database.db), await addPerson(database.db)];
    const first = await give(noor, "60.00", 2);
    await give(bas, "10.00", 4);
    expect(await donors()).toEqual([bas.username, noor.username]);
    card.truth(first.paymentId).refunded = true;
    expect(await tell(context, first.paymentId)).toBe("refunded");
    expect(await story()).toEqual({
      messages: [],
      posts: [],
      saved: false,
      givers: [expect.objectContaining({ username: bas.username })],
      gifts: 1,
      steps: [
        { kind: "asked", at: hour(1) },
        { kind: "first_gift", at: hour(4) },
      ],
    });
  });
});

describe("trust 36: who gave is told only as they allow it, now", () => {
  it("an anonymous donation is counted, and names nobody later either", async () => {
    const noor = await addPerson(database.db, { anonymousProfile: true });
    await give(noor, "5.00");
    expect(await story()).toMatchObject({ givers: [], gifts: 1 });
    await set(noor, { anonymousProfile: false });
    expect(await donors()).toEqual([]);
  });

  it.each([
    ["is anonymous", { anonymousProfile: true }],
    ["hides what they give", { hideGivenAmount: true }],
  ])("an open donation is not named while its donor %s", async (_, hiding) => {
    const [noor, bas] = [await addPerson(database.db), await addPerson(database.db)];
    await give(noor, "5.00");
    await give(bas, "6.00");
    const open = await story();
    await set(bas, hiding);
    const hidden = await story();
    expect(hidden).toEqual({ ...open, givers: [expect.objectContaining({ username: noor.username })] });
    await set(bas, { anonymousProfile: false, hideGivenAmount: false });
    expect(await story()).toEqual(open);
  });

  it("an anonymous donation moves nobody in the row of those who gave openly", async () => {
    const [noor, bas] = [await addPerson(database.db), await addPerson(database.db)];
    await give(noor, "5.00");
    await give(bas, "6.00");
    const before = await donors();
    await set(noor, { anonymousProfile: true });
    await give(noor, "7.00");
    await set(noor, { anonymousProfile: false });
    expect(await donors()).toEqual(before);
    expect(await story()).toMatchObject({ gifts: 3 });
  });

  it("an erased account is named nowhere", async () => {
    const noor = await addPerson(database.db);
    await give(noor, "5.00");
    await database.db.transaction((tx) => erasePerson(tx, noor.id, at(3)));
    const told = await story();
    expect(told).toMatchObject({ givers: [], gifts: 1 });
    expect(JSON.stringify(told)).not.toContain(noor.id);
  });

  it("tells no amounts, and times to the hour only", async () => {
    await give(await addPerson(database.db), "37.91", 2);
    await give(await addPerson(database.db, { anonymousProfile: true }), "41.13", 3);
    const text = JSON.stringify(await story());
    expect(text).not.toMatch(/37.?91|41.?13|79.?04/);
    expect(text).not.toContain(":30:");
  });
});

it("reads at most a thousand donations, and with more of them tells the request's own times only", async () => {
  const noor = await addPerson(database.db);
  await give(noor, "5.00");
  const addFailed = (count: number) =>
    database.db.execute(sql`
      insert into donations
        (id, request_id, donor_id, recipient_id, amount, service_fee, currency, payment_status, created_at)
      select gen_random_uuid(), ${request.id}, ${noor.id}, ${asker.id}, 100, 2, 'eur', 'failed', now()
      from generate_series(1, ${count}::int)`);
  await addFailed(999);
  const within = await story();
  expect(within?.steps.map(({ kind }) => kind)).toEqual(["asked", "first_gift"]);
  await addFailed(1);
  expect(await story()).toEqual({ ...within, steps: within?.steps.slice(0, 1) });
});
