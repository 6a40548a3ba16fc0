import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, smallint, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "./columns";
import { donations } from "./donations";
import { notificationTypeEnum, refundReasonEnum } from "./enums";
import { requests } from "./requests";
import { users } from "./users";

/** Specification 3, Notification. Donor name and request title are looked up when read, so that anonymity chosen later holds for old ones too. */
export const notifications = pgTable(
  "notifications",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    type: notificationTypeEnum().notNull(),
    requestId: uuid()
      .notNull()
      .references(() => requests.id),
    donationId: uuid()
      .notNull()
      .references(() => donations.id),
    /** Cents: the donation; for a refund what went back, fee included. */
    amount: integer().notNull(),
    /** Percent of the goal after the donation. */
    progress: smallint().notNull(),
    /** For a refund. */
    reason: refundReasonEnum(),
    createdAt: createdAt(),
    read: boolean().notNull().default(false),
  },
  (t) => [
    unique("notifications_once").on(t.userId, t.type, t.donationId),
    index("notifications_of_user").on(t.userId, t.createdAt.desc(), t.id.desc()),
    index("notifications_unread").on(t.userId).where(sql`not read`),
  ],
);
