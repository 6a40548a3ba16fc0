import { vi } from "vitest";
// First: it adds the provider to the lists that others read when they are loaded.
import { migrateForThird, THIRD } from "../support/third-provider";

vi.mock("../support/scripted-card", async (load) => {
  const { ScriptedCard, ...rest } = await load<typeof import("../support/scripted-card")>();
  return {
    ...rest,
    ScriptedCard: class extends ScriptedCard {
      override readonly provider = THIRD;
    },
  };
});

vi.mock("../support/database", async (load) => {
  const actual = await load<typeof import("../support/database")>();
  const createTestDatabase: typeof actual.createTestDatabase = async (options) => {
    const database = await actual.createTestDatabase(options);
    await migrateForThird(database.db);
    return database;
  };
  return { ...actual, createTestDatabase };
});

/** The engine's suite, with a provider that nothing in the engine knows by name. */
await import("./settlement.test");
