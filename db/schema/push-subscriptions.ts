import { index, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, timestamptz } from "./columns";
import { userReference } from "./users";

/** Where a person's browsers receive push messages (Web Push, RFC 8030). Removed when the push service says so. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    id: id(),
    userId: userReference({ onDelete: "cascade" }).notNull(),
    endpoint: text().notNull().unique("push_subscriptions_endpoint_key"),
    /** The browser's public key and its secret, with which messages to it are encrypted (RFC 8291). */
    p256dh: text().notNull(),
    auth: text().notNull(),
    device: text(),
    createdAt: createdAt(),
    /** When the push service last accepted a message. */
    lastUsedAt: timestamptz(),
  },
  (t) => [index("push_subscriptions_of_user").on(t.userId)],
);
