import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { reports, users } from "@/db/schema";
import { contract } from "@/lib/web/contract";
import { currentLocale } from "@/lib/web/locale";
import { Browser, stubServer } from "../support/browser";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { userRow } from "../support/donating";
import { addPerson, addRequest } from "../support/people";

vi.mock("next/headers", async () => (await import("../support/browser")).nextHeaders);
vi.mock("next/cache", async () => (await import("../support/browser")).nextCache);
vi.mock("next-intl/server", async () => (await import("../support/browser")).nextIntl);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  stubServer(database.url);
});
afterAll(() => database.drop());

/** The browser of somebody whose account another address claims (D52). */
async function contested() {
  const browser = new Browser();
  const { id } = await browser.register();
  await database.db.update(users).set({ contestedBy: "other@example.org" }).where(eq(users.id, id));
  return { id, browser };
}

describe("who signs in to an account that two people claim", () => {
  it("reports nothing in its name", async () => {
    const { browser } = await contested();
    const { id } = await addRequest(database.db, await addPerson(database.db));
    const said = { ground: "scam", text: "It is the photo of my neighbour.", goodFaith: true };
    const order = { ...said, target: { kind: "request", id } };
    expect((await browser.call(contract.sendReport, order)).code).toBe("ACCOUNT_CONTESTED");
    expect(await database.db.$count(reports)).toBe(0);
  });

  it("chooses the language of the screen in that browser; the account's stays", async () => {
    const { id, browser } = await contested();
    const { preferredLanguage } = await userRow(database.db, id);
    for (const language of ["de", "fr"]) {
      await browser.act("chooseLanguageAction", language);
      expect(await browser.run(currentLocale)).toBe(language);
    }
    expect(await userRow(database.db, id)).toMatchObject({ preferredLanguage });
  });
});
