import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { requests } from "@/db/schema";
import { chooseCompletionEmoji } from "@/lib/domain/requests/change-own";
import { deleteRequest } from "@/lib/domain/requests/delete-request";
import { findRequest, listFeed } from "@/lib/domain/requests/queries";
import { emojiChoiceSchema } from "@/lib/domain/requests/schema";
import { COMPLETION_EMOJIS } from "@/lib/ground/vocabulary";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { addPerson, addRequest, STRANGER } from "../support/people";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
});
afterAll(() => database.drop());

/** Somebody's request, to which all or half of its goal was given. */
async function given(part: "all" | "half") {
  const owner = await addPerson(database.db);
  const { id } = await addRequest(database.db, owner, { goal: 10_000 });
  const raised =
    part === "all" ? { raised: 10_000, isCompleted: true, completedAt: new Date() } : { raised: 5_000 };
  await database.db.update(requests).set(raised).where(eq(requests.id, id));
  return { owner, id };
}

const storedOf = async (id: string) => {
  const [row] = await database.db
    .select({ emoji: requests.completionEmoji })
    .from(requests)
    .where(eq(requests.id, id));
  return row?.emoji;
};

test.each(COMPLETION_EMOJIS)("%s celebrates a completed request, for everyone", async (emoji) => {
  const { owner, id } = await given("all");
  expect(await findRequest(database.db, id, STRANGER)).toMatchObject({ completionEmoji: "🎉" });
  await chooseCompletionEmoji(database.db, owner, { id, emoji });
  expect(await findRequest(database.db, id, STRANGER)).toMatchObject({ completionEmoji: emoji });
  const { items } = await listFeed(database.db, { limit: 50, cursor: undefined });
  expect(items.find((each) => each.id === id)).toMatchObject({ completionEmoji: emoji });
});

test("the last choice counts", async () => {
  const { owner, id } = await given("all");
  await chooseCompletionEmoji(database.db, owner, { id, emoji: "🏆" });
  await chooseCompletionEmoji(database.db, owner, { id, emoji: "💚" });
  expect(await storedOf(id)).toBe("💚");
});

test("the choice waits while a reversal has the request open again", async () => {
  const { owner, id } = await given("all");
  await chooseCompletionEmoji(database.db, owner, { id, emoji: "🚀" });
  const open = { raised: 9_000, isCompleted: false, completedAt: null };
  await database.db.update(requests).set(open).where(eq(requests.id, id));
  expect(await findRequest(database.db, id, STRANGER)).toMatchObject({ completionEmoji: null });
});

describe("refused", () => {
  test("somebody else's request", async () => {
    const { id } = await given("all");
    const stranger = await addPerson(database.db);
    await expect(chooseCompletionEmoji(database.db, stranger, { id, emoji: "🏆" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    expect(await storedOf(id)).toBeNull();
  });

  test("a request that is not completed", async () => {
    const { owner, id } = await given("half");
    await expect(chooseCompletionEmoji(database.db, owner, { id, emoji: "🏆" })).rejects.toMatchObject({
      code: "NOT_COMPLETED",
    });
    expect(await storedOf(id)).toBeNull();
  });

  test("a request that is gone, or never was", async () => {
    const { owner, id } = await given("all");
    await deleteRequest(database.db, owner, id);
    for (const gone of [id, "0198c0de-0000-7000-8000-000000000000"]) {
      await expect(
        chooseCompletionEmoji(database.db, owner, { id: gone, emoji: "🏆" }),
      ).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
  });

  test.each(["", "💩", "🎉🎉", "<b>", null])("%j", (emoji) => {
    expect(emojiChoiceSchema.safeParse({ id: "0198c0de-0000-7000-8000-000000000000", emoji }).success).toBe(
      false,
    );
  });
});
