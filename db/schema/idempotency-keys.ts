import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, timestamptz } from "./columns";
import { userReference } from "./users";

/**
 * A person's `Idempotency-Key`: the call, the id of the row it creates, and the answer once there is one. Deleted after
 * a day.
 */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    userId: userReference({ onDelete: "cascade" }).notNull(),
    key: text().notNull(),
    /** SHA-256 of method, path and body. */
    fingerprint: text().notNull(),
    /** The id of what the call creates, so that a retry after a crash creates the same row. */
    operationId: uuid().notNull(),
    claimedAt: timestamptz().notNull(),
    status: integer(),
    answer: jsonb(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index("idempotency_keys_age").on(t.createdAt)],
);
