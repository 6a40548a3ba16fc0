import "server-only";
import { DrizzleAdapter } from "@auth/drizzle-adapter";
import type { Adapter } from "next-auth/adapters";
import type { Db } from "./client";
import { accounts, sessions, users } from "./schema";

/** next-auth's adapter over our tables. It reads and writes the Google accounts only; people and sessions are ours. */
export function accountsAdapter(db: Db): Adapter {
  // Our tables have other columns than next-auth's types expect; those that it uses are there.
  const tables = { usersTable: users, accountsTable: accounts, sessionsTable: sessions };
  return DrizzleAdapter(db, tables as never);
}
