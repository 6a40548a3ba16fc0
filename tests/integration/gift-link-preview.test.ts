import { expect, it, vi } from "vitest";
import { generateMetadata } from "@/app/(auth)/g/[token]/page";
import { requests } from "@/db/schema";
import { makeGiftLink } from "@/lib/domain/guests/gift-link";
import { openBooks } from "../support/books";
import { addPerson, addRequest } from "../support/people";

vi.mock("next-intl/server", () => ({
  getLocale: async () => "en",
  getFormatter: async () => ({ number: String, dateTime: String }),
  getTranslations:
    async () =>
    (_: string, { text = "" }: { text?: string }) =>
      text,
}));

const { database } = openBooks();

it("the preview of a gift link cuts no emoji in two", async () => {
  const owner = await addPerson(database.db);
  const { id } = await addRequest(database.db, owner);
  await database.db.update(requests).set({ description: `${"x".repeat(139)}🚲 and a\nbell` });
  const token = (await makeGiftLink(database.db, owner, id)).url.split("/g/")[1] ?? "";
  const props = { params: Promise.resolve({ token }), searchParams: Promise.resolve({}) };
  expect((await generateMetadata(props)).description).toBe(`${"x".repeat(139)}🚲…`);
});
