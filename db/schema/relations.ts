import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { createdAt, idOf } from "./columns";
import { requests } from "./requests";
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
    requestId: idOf(() => requests.id, { onDelete: "cascade" }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.requestId] }),
    index("saved_requests_of_request").on(t.requestId),
  ],
);
