import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { donations, holds, newId, requests } from "@/db/schema";
import { insertPending } from "@/lib/domain/donations/store";
import { facesOf } from "@/lib/domain/donors/faces";
import { storyOf } from "@/lib/domain/donors/story";
import { makeGiftLink, revokeGiftLink } from "@/lib/domain/guests/gift-link";
import { writePost } from "@/lib/domain/posts/write-post";
import { erasePerson } from "@/lib/domain/privacy/erase-person";
import { applyBoost } from "@/lib/domain/requests/apply-boost";
import { changeGiving, chooseCompletionEmoji, editRequest } from "@/lib/domain/requests/change-own";
import { deleteRequest } from "@/lib/domain/requests/delete-request";
import {
  findRequest,
  findSharedRequest,
  listFeed,
  listProgress,
  listRequestsOf,
} from "@/lib/domain/requests/queries";
import type { PaymentState } from "@/lib/ground/vocabulary";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { addPerson, addRequest, STRANGER } from "../support/people";

const MALFORMED = ["", "1", "undefined", "../x", "%00", "\u0000", `${newId()}'`, "x".repeat(5000)];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  vi.stubEnv("DATABASE_URL", database.url);
});
afterAll(() => database.drop());

const row = async (id: string) =>
  (await database.db.select().from(requests).where(eq(requests.id, id)))[0] ?? null;
const withoutPhotos = () => ({ db: database.db, photos: {} as never });
const A_POST = { kind: "update", text: "It is ordered.", audience: "everyone" } as const;
const refusal = (code: string) => expect.objectContaining({ code });

async function people() {
  const [owner, other] = [await addPerson(database.db), await addPerson(database.db)];
  return { owner, other, request: await addRequest(database.db, owner) };
}

async function addDonation(
  request: { id: string },
  donor: { id: string },
  owner: { id: string },
  state: PaymentState,
) {
  const settled = state === "completed" || state === "refunded" ? { settledAt: new Date() } : {};
  await database.db.insert(donations).values({
    requestId: request.id,
    donorId: donor.id,
    recipientId: owner.id,
    amount: 500,
    serviceFee: 10,
    currency: "eur",
    paymentStatus: state,
    ...settled,
    ...(state === "completed" && { creditedAt: new Date() }),
    ...(state === "refunded" && { refundedAt: new Date(), refundReason: "requested" as const }),
  });
}

describe("finding one request", () => {
  it("finds one that is hidden for its owner and operators only, and shows it to no visitor (D57)", async () => {
    const { owner, request } = await people();
    await database.db.update(requests).set({ isActive: false }).where(eq(requests.id, request.id));
    const found = { id: request.id, isActive: false };
    expect(await findRequest(database.db, request.id, { ...owner, isOperator: false })).toMatchObject(found);
    expect(await findRequest(database.db, request.id, { ...STRANGER, isOperator: true })).toMatchObject(
      found,
    );
    expect(await findRequest(database.db, request.id, STRANGER)).toBeNull();
    expect(await findSharedRequest(database.db, request.id)).toBeNull();
    expect(await listProgress(database.db, [request.id])).toEqual([]);
    expect(await facesOf(database.db, [request.id])).toEqual({});
    expect(await storyOf(database.db, request.id, STRANGER)).toBeNull();
  });

  it("trust 18: finds nothing that was deleted, does not exist or is no id", async () => {
    const { request } = await people();
    await database.db.update(requests).set({ deletedAt: new Date() }).where(eq(requests.id, request.id));
    for (const id of [request.id, newId(), ...MALFORMED]) {
      expect(await findRequest(database.db, id, STRANGER)).toBeNull();
    }
  });
});

describe("doing something with another's request", () => {
  const DOORS: [string, (person: { id: string }, id: string) => Promise<unknown>][] = [
    ["deleting", (person, id) => deleteRequest(database.db, person, id)],
    ["editing", (person, id) => editRequest(withoutPhotos(), person, { id, item: "A car" })],
    ["closing", (person, id) => changeGiving(database.db, person, { id, to: "closed" })],
    ["an emoji", (person, id) => chooseCompletionEmoji(database.db, person, { id, emoji: "🎉" })],
    [
      "a boost",
      (person, requestId) => applyBoost(database.db, person, { requestId, boostType: "normal" }, newId()),
    ],
    ["a gift link", (person, id) => makeGiftLink(database.db, person, id)],
    ["no gift link", (person, id) => revokeGiftLink(database.db, person, id)],
    ["a post", (person, requestId) => writePost(withoutPhotos(), person, { requestId, ...A_POST }, newId())],
  ];

  it.each(DOORS)("%s is refused, and does not tell that a hidden one is there (D57)", async (_, run) => {
    const { other, request } = await people();
    await expect(run(other, request.id)).rejects.toEqual(refusal("FORBIDDEN"));
    await database.db.update(requests).set({ isActive: false }).where(eq(requests.id, request.id));
    await expect(run(other, request.id)).rejects.toEqual(refusal("NOT_FOUND"));
    await expect(run(other, newId())).rejects.toEqual(refusal("NOT_FOUND"));
  });
});

describe("a person's requests", () => {
  const of = async (ownerId: string, viewerId: string, cursor?: string | null, limit = 50) =>
    listRequestsOf(database.db, { ownerId, viewerId, limit, cursor });
  const ids = async (ownerId: string, viewerId: string) =>
    (await of(ownerId, viewerId)).items.map(({ id }) => id);

  it("trust 18: are all of one's own, of someone else those in the feed", async () => {
    const { owner, other, request: open } = await people();
    const add = async (values: Partial<typeof requests.$inferInsert>) => {
      const { id } = await addRequest(database.db, owner, { goal: 100 });
      await database.db.update(requests).set(values).where(eq(requests.id, id));
      return id;
    };
    const completed = { raised: 100, isCompleted: true, completedAt: new Date() };
    const inactive = await add({ isActive: false });
    const done = await add(completed);
    const unlisted = await add({ ...completed, completedAt: new Date(0), listedUntil: new Date(1) });
    await add({ deletedAt: new Date(), isActive: false });
    expect(await ids(owner.id, other.id)).toEqual([done, open.id]);
    expect(await ids(owner.id, owner.id)).toEqual([unlisted, done, inactive, open.id]);
    const feed = await listFeed(database.db, { limit: 100 });
    expect(feed.items.map(({ id }) => id)).toEqual(expect.arrayContaining([done, open.id]));
    expect(feed.items.map(({ id }) => id)).not.toContain(inactive);
  });

  it("come in pages", async () => {
    const { owner, request } = await people();
    const second = await addRequest(database.db, owner);
    const page = await of(owner.id, owner.id, null, 1);
    expect(page.items).toMatchObject([{ id: second.id }]);
    expect(await of(owner.id, owner.id, page.next, 1)).toMatchObject({
      items: [{ id: request.id }],
      next: null,
    });
    await expect(of(owner.id, owner.id, "W10")).rejects.toEqual(refusal("VALIDATION_ERROR"));
  });

  it("are none of a person that does not exist", async () => {
    const { other } = await people();
    for (const id of [newId(), ...MALFORMED]) expect(await ids(id, other.id)).toEqual([]);
  });
});

describe("deleting (D21)", () => {
  it("removes a request that nobody gave to", async () => {
    const { owner, request } = await people();
    await deleteRequest(database.db, owner, request.id);
    expect(await row(request.id)).toBeNull();
    await expect(deleteRequest(database.db, owner, request.id)).rejects.toEqual(refusal("NOT_FOUND"));
  });

  it.each(["pending", "completed", "failed", "refunded"] as const)(
    "keeps and hides a request with a %s donation",
    async (state) => {
      const { owner, other, request } = await people();
      await addDonation(request, other, owner, state);
      await deleteRequest(database.db, owner, request.id);
      expect(await row(request.id)).toMatchObject({ isActive: false, deletedAt: expect.any(Date) });
      expect(await findRequest(database.db, request.id, STRANGER)).toBeNull();
      const own = await listRequestsOf(database.db, { ownerId: owner.id, viewerId: owner.id, limit: 50 });
      expect(own.items).toEqual([]);
      for (const caller of [owner, other]) {
        await expect(deleteRequest(database.db, caller, request.id)).rejects.toEqual(refusal("NOT_FOUND"));
      }
    },
  );

  /** The tables whose rows keep their request, and a row of each; none where it comes with a donation. */
  const KEEPERS: Record<string, ((of: Awaited<ReturnType<typeof people>>) => Promise<unknown>) | null> = {
    donation_notes: null,
    donations: ({ request, other, owner }) => addDonation(request, other, owner, "failed"),
    holds: ({ request }) => database.db.insert(holds).values({ requestId: request.id, cause: "dispute" }),
    payouts: null,
  };

  it.each(["donations", "holds"])(
    "keeps and hides a request with %s, also of an erased account",
    async (table) => {
      const [deleted, erased] = [await people(), await people()];
      for (const one of [deleted, erased]) await KEEPERS[table]?.(one);
      await deleteRequest(database.db, deleted.owner, deleted.request.id);
      await database.db.transaction((tx) => erasePerson(tx, erased.owner.id, new Date()));
      for (const { request } of [deleted, erased])
        expect(await row(request.id)).toMatchObject({ isActive: false, deletedAt: expect.any(Date) });
    },
  );

  it("knows every table whose rows keep a request", async () => {
    const rows = await database.db.execute<{ name: string }>(sql`
      select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'requests'::regclass and confdeltype in ('a', 'r') order by 1`);
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(KEEPERS));
  });

  it("trust 18: is only for the owner", async () => {
    const { other, request } = await people();
    await expect(deleteRequest(database.db, other, request.id)).rejects.toEqual(refusal("FORBIDDEN"));
    expect(await row(request.id)).toMatchObject({ isActive: true, deletedAt: null });
  });

  it("finds nothing that does not exist or is no id", async () => {
    const { owner } = await people();
    for (const id of [newId(), ...MALFORMED]) {
      await expect(deleteRequest(database.db, owner, id)).rejects.toEqual(refusal("NOT_FOUND"));
    }
  });

  it("races with donations that begin: each is kept with its request, or finds none", async () => {
    for (let round = 0; round < 20; round += 1) {
      const { owner, other, request } = await people();
      const [deleted, given] = await Promise.allSettled([
        deleteRequest(database.db, owner, request.id),
        insertPending(database.db, {
          id: newId(),
          requestId: request.id,
          donorId: other.id,
          recipientId: owner.id,
          amount: 500,
          serviceFee: 10,
          currency: "eur",
          paymentMethod: "stripe",
          checkAt: new Date(),
        }),
      ]);
      expect(deleted.status).toBe("fulfilled");
      const left = await row(request.id);
      if (given.status === "fulfilled") {
        expect(left).toMatchObject({ isActive: false, deletedAt: expect.any(Date) });
      } else {
        expect(given.reason).toEqual(refusal("NOT_FOUND"));
        expect(left).toBeNull();
      }
    }
  });
});
