import "server-only";
import { DrizzleAdapter } from "@auth/drizzle-adapter";
import type { Adapter } from "next-auth/adapters";
import type { Db } from "./client";
import { accounts, sessions, users } from "./schema";

/** next-auth's own adapter over our tables. It knows which Google account is whose; people and sessions are the domain's. */
export function accountsAdapter(db: Db): Adapter {
  // Our tables name and hold more than next-auth's types foresee; what is used of the adapter reads and writes the accounts only.
  const tables = { usersTable: users, accountsTable: accounts, sessionsTable: sessions };
  return DrizzleAdapter(db, tables as never);
}
