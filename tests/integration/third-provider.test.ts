import { describe, vi } from "vitest";
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

// The environment is read once in a process: what each of the suites sets is there from the first on.
const { WALLET_DONATIONS } = await import("../support/books");
const ENV = { APP_URL: "https://steuntje.example", ...WALLET_DONATIONS };
for (const [name, value] of Object.entries(ENV)) vi.stubEnv(name, value);

/** The suites of the engine, with a provider that nothing in it knows by name. */
const SUITES = {
  settlement: () => import("./settlement.test"),
  "partial refunds": () => import("./partial-refunds.test"),
  "causes of refunds": () => import("./refund-causes.test"),
  "fees of disputes": () => import("./dispute-fees.test"),
  purchases: () => import("./purchases.test"),
  plans: () => import("./subscriptions-by-card.test"),
  operator: () => import("./operator.test"),
};
for (const [name, load] of Object.entries(SUITES)) {
  describe(name, () => load().then(() => undefined));
}
