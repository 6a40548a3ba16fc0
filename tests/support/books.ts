import { afterAll, beforeAll, beforeEach, vi } from "vitest";
import type { Db } from "@/db/client";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { setClock } from "@/lib/ground/clock";
import { unconfiguredPayouts } from "@/lib/providers/unconfigured";
import { createTestDatabase, type TestDatabase } from "./database";
import { expectBalancedBooks } from "./donating";
import { ScriptedCard } from "./scripted-card";
import { ScriptedWallet } from "./scripted-wallet";

/** Wallet donations need a wallet provider and its switch. */
export const WALLET_DONATIONS = {
  PAYPAL_CLIENT_ID: "client",
  PAYPAL_CLIENT_SECRET: "secret",
  PAYPAL_WEBHOOK_ID: "webhook",
  PAYPAL_DONATIONS: "on",
};

/**
 * A database of the file's own and two scripted providers, empty at the start of each test. After each test the clock
 * runs again and the books must agree.
 */
export function openBooks(env: Record<string, string> = {}) {
  let opened: TestDatabase;
  const database = {
    get db(): Db {
      return opened.db;
    },
  };
  const [card, wallet] = [new ScriptedCard(), new ScriptedWallet()];
  const context: PayoutContext = {
    get db(): Db {
      return opened.db;
    },
    card,
    wallet,
    payoutProviders: unconfiguredPayouts,
  };
  beforeAll(async () => {
    opened = await createTestDatabase();
    const given = { AUTH_SECRET: "a secret for the tests", DATABASE_URL: opened.url, ...env };
    for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value);
  });
  afterAll(() => opened.drop());
  beforeEach(() => {
    Object.assign(card, new ScriptedCard());
    Object.assign(wallet, new ScriptedWallet());
    return async () => {
      vi.restoreAllMocks();
      setClock();
      await expectBalancedBooks(opened.db);
    };
  });
  return { database, card, wallet, context };
}
