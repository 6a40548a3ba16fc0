import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { donations, newId, notifications, requests, users } from "@/db/schema";
import { markAllRead, markRead } from "@/lib/domain/messages/mark-read";
import { listNotifications } from "@/lib/domain/messages/queries";
import { openSession } from "@/lib/domain/sessions/open-session";
import { findViewerBySession } from "@/lib/domain/sessions/queries";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { explain } from "../support/explain";
import { addPerson, addRequest } from "../support/people";

const AT = new Date("2026-03-10T12:00:00Z");

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Someone who was given to, with a notification `minutes` after noon. */
async function people() {
  const [owner, donor] = [await addPerson(database.db), await addPerson(database.db)];
  const request = await addRequest(database.db, owner, { item: "A bicycle" });
  const tell = async (minutes = 0, values: Partial<typeof notifications.$inferInsert> = {}) => {
    const donationId = newId();
    await database.db.insert(donations).values({
      id: donationId,
      requestId: request.id,
      donorId: donor.id,
      recipientId: owner.id,
      amount: 500,
      serviceFee: 10,
      currency: "eur",
    });
    const id = newId();
    const createdAt = new Date(AT.getTime() + minutes * 60_000);
    await database.db.insert(notifications).values({
      id,
      userId: owner.id,
      type: "donation",
      requestId: request.id,
      donationId,
      donorId: donor.id,
      amount: 500,
      progress: 5,
      createdAt,
      ...values,
    });
    return id;
  };
  return { owner, donor, request, tell };
}

const list = async (userId: string, limit = 50, cursor?: string | null) =>
  listNotifications(database.db, userId, { limit, cursor });
/** What the tab shows. */
const countUnread = async (userId: string) => {
  const { token } = await openSession(database.db, userId, { replaces: null });
  return (await findViewerBySession(database.db, token))?.unread;
};
const notFound = expect.objectContaining({ code: "NOT_FOUND" });

describe("the list", () => {
  it("tells who gave what to which request", async () => {
    const { owner, donor, request, tell } = await people();
    const id = await tell();
    expect(await list(owner.id)).toEqual({
      items: [
        {
          id,
          userId: owner.id,
          type: "donation",
          requestId: request.id,
          donorName: donor.username,
          guestName: null,
          requesterName: null,
          message: null,
          person: { username: donor.username, avatar: expect.any(String), profileImageUrl: null },
          isPersonErased: false,
          request: { photoUrl: null, raised: 0, goal: 10_000 },
          emoji: null,
          amount: 500,
          progress: 5,
          purchase: null,
          post: null,
          requestTitle: "A bicycle",
          reason: null,
          accountChange: null,
          device: null,
          network: null,
          payoutState: null,
          createdAt: AT.toISOString(),
          read: false,
        },
      ],
      next: null,
    });
    expect((await list(donor.id)).items).toEqual([]);
  });

  it("is newest first, in pages that show each once", async () => {
    const { owner, tell } = await people();
    const ids = [];
    for (const minutes of [1, 1, 2, 3, 3, 3, 4]) ids.push(await tell(minutes));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list(owner.id, 2, cursor);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    } while (cursor);
    expect(seen).toEqual([...ids].reverse());
  });

  it("refuses a broken cursor", async () => {
    const { owner } = await people();
    for (const cursor of ["", "nonsense", "W10"]) {
      await expect(list(owner.id, 2, cursor)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    }
  });

  it("forgets the name of whoever became anonymous, and the title of a deleted request (D15, D21)", async () => {
    const { owner, donor, request, tell } = await people();
    await tell();
    await tell(1, { userId: donor.id, type: "refund", amount: 510, reason: "requested" });
    await database.db.update(users).set({ anonymousProfile: true }).where(eq(users.id, donor.id));
    await database.db.update(requests).set({ deletedAt: AT }).where(eq(requests.id, request.id));
    const { items } = await list(owner.id);
    expect(items).toMatchObject([{ donorName: null, person: null, requestTitle: null, request: null }]);
    expect(JSON.stringify(items)).not.toMatch(
      new RegExp(`${donor.id}|${donor.username}|${donor.name}"|bicycle`),
    );
    expect((await list(donor.id)).items).toMatchObject([
      { type: "refund", donorName: donor.username, reason: "requested" },
    ]);
  });

  it("has the title of a hidden request for its owner only (D57)", async () => {
    const { owner, donor, request, tell } = await people();
    await tell();
    await tell(1, { userId: donor.id, type: "thanks", emoji: "🙏" });
    await database.db.update(requests).set({ isActive: false }).where(eq(requests.id, request.id));
    expect((await list(owner.id)).items).toMatchObject([{ requestTitle: "A bicycle" }]);
    expect((await list(donor.id)).items).toMatchObject([{ requestTitle: null, request: null }]);
  });

  it("names nobody to others whom a decision hides", async () => {
    const { owner, donor, tell } = await people();
    await tell();
    await tell(1, { userId: donor.id, type: "thanks", emoji: "🙏" });
    await tell(2, { userId: donor.id, type: "refund", amount: 510, reason: "requested" });
    await database.db.update(users).set({ hiddenAt: AT });
    const named = async ({ id }: { id: string }) =>
      (await list(id)).items.map((each) => [each.type, each.donorName ?? each.requesterName ?? each.person]);
    expect(await named(owner)).toEqual([["donation", null]]);
    expect(await named(donor)).toEqual([
      ["refund", donor.username],
      ["thanks", null],
    ]);
    await database.db.update(users).set({ hiddenAt: null });
  });
});

describe("reading", () => {
  it("marks one, however often", async () => {
    const { owner, tell } = await people();
    const [first, second] = [await tell(), await tell(1)];
    expect(await countUnread(owner.id)).toBe(2);
    for (let time = 0; time < 2; time += 1) {
      expect(await markRead(database.db, owner.id, first)).toMatchObject({ id: first, read: true });
    }
    expect(await countUnread(owner.id)).toBe(1);
    expect((await list(owner.id)).items.map(({ id, read }) => [id, read])).toEqual([
      [second, false],
      [first, true],
    ]);
  });

  it("knows no one else's, and no id that is none", async () => {
    const { owner, donor, tell } = await people();
    const id = await tell();
    await expect(markRead(database.db, donor.id, id)).rejects.toEqual(notFound);
    for (const malformed of [newId(), "", "1", "\u0000", "../x"]) {
      await expect(markRead(database.db, owner.id, malformed)).rejects.toEqual(notFound);
    }
    expect(await countUnread(owner.id)).toBe(1);
  });

  it("marks all of one's own", async () => {
    const [mine, theirs] = [await people(), await people()];
    await mine.tell();
    await mine.tell(1);
    await theirs.tell();
    await markAllRead(database.db, mine.owner.id);
    expect(await countUnread(mine.owner.id)).toBe(0);
    expect(await countUnread(theirs.owner.id)).toBe(1);
  });
});

describe("the index", () => {
  it("serves the order", async () => {
    const { owner } = await people();
    const plan = await explain(database.url, (db) => listNotifications(db, owner.id, { limit: 20 }));
    expect(plan).toMatch(/notifications_of_user/);
  });
});
