import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "./columns";
import { requests } from "./requests";
import { userReference } from "./users";

/** Who follows whom, which only the follower knows (giving.md, Finding). */
export const follows = pgTable(
  "follows",
  {
    followerId: userReference().notNull(),
    followedId: userReference().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.followerId, t.followedId] }),
    index("follows_of_followed").on(t.followedId),
    check("follows_another", sql`${t.followerId} <> ${t.followedId}`),
  ],
);

/** Which requests somebody saved, which only they know. */
export const savedRequests = pgTable(
  "saved_requests",
  {
    userId: userReference().notNull(),
    requestId: uuid()
      .notNull()
      .references(() => requests.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.requestId] }),
    index("saved_requests_of_request").on(t.requestId),
  ],
);
