import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { createdAt } from "./columns";
import { userReference } from "./users";

/** Who blocked whom. It works both ways, and silently (safety.md, Block). */
export const blocks = pgTable(
  "blocks",
  {
    blockerId: userReference().notNull(),
    blockedId: userReference().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.blockerId, t.blockedId] }),
    index("blocks_of_blocked").on(t.blockedId),
    check("blocks_another", sql`${t.blockerId} <> ${t.blockedId}`),
  ],
);
