import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { cents, createdAt, id, timestamptz } from "./columns";
import { boostTypeEnum, requestCategoryEnum } from "./enums";
import { places } from "./finding";
import { userReference } from "./users";

/**
 * Specification 3, Request. The feed's order (D20) is stored so that an index serves it: `priorityLevel` is valid until
 * `priorityUntil`, and the request is listed until `listedUntil`. Reading the feed first updates the rows whose time
 * has passed (`sweepExpired`), so that no job is needed.
 */
export const requests = pgTable(
  "requests",
  {
    id: id(),
    userId: userReference().notNull(),
    item: text().notNull(),
    description: text().notNull(),
    category: requestCategoryEnum(),
    /** The town, as its owner chose it, and its name then. */
    placeId: integer().references(() => places.id),
    town: text(),
    /** Cents. */
    goal: integer().notNull(),
    raised: cents().notNull().default(0),
    /** How many donations were credited and did not all go back. */
    donationCount: integer().notNull().default(0),
    /**
     * The ids of at most eight people who gave openly, the last first, so that a card does not read donations. Who
     * took everything back is removed, and nobody takes their place. Whether they are named is decided when it is read
     * (D36).
     */
    lastDonors: uuid().array().notNull().default(sql`'{}'`),
    /** False while a decision hides it, or its owner (safety.md, Decide), and once it is deleted. */
    isActive: boolean().notNull().default(true),
    /** When its owner paused it, and when they closed it: nothing can be given (safety.md, Owner's own). */
    pausedAt: timestamptz(),
    closedAt: timestamptz(),
    /** Since when a decision about it, or about its owner, lets nobody give to it. */
    givingOffAt: timestamptz(),
    isCompleted: boolean().notNull().default(false),
    completionEmoji: text(),
    completedAt: timestamptz(),
    createdAt: createdAt(),
    priorityLevel: smallint().notNull().default(0),
    priorityUntil: timestamptz(),
    isListed: boolean().notNull().default(true),
    listedUntil: timestamptz(),
    /** Open requests by priority, completed ones after them. */
    feedRank: smallint()
      .notNull()
      .generatedAlwaysAs(sql`case when is_completed then -1 else priority_level end`),
    photoUrl: text(),
    appliedBoostType: boostTypeEnum(),
    boostAppliedAt: timestamptz(),
    deletedAt: timestamptz(),
  },
  (t) => [
    index("requests_feed")
      .on(t.feedRank.desc(), t.createdAt.desc(), t.id.desc())
      .where(sql`is_active and is_listed and deleted_at is null`),
    index("requests_of_user").on(t.userId, t.createdAt.desc(), t.id.desc()),
    index("requests_priority_until").on(t.priorityUntil).where(sql`priority_until is not null`),
    index("requests_listed_until").on(t.listedUntil).where(sql`is_listed and listed_until is not null`),
    check("requests_item_length", sql`char_length(${t.item}) between 1 and 120`),
    check("requests_description_length", sql`char_length(${t.description}) between 1 and 2000`),
    check("requests_goal_range", sql`${t.goal} between 1 and 1000000`),
    check("requests_raised_not_negative", sql`${t.raised} >= 0`),
    check("requests_donation_count_not_negative", sql`${t.donationCount} >= 0`),
    check("requests_completed_when_reached", sql`${t.isCompleted} = (${t.raised} >= ${t.goal})`),
    check("requests_completed_at", sql`${t.isCompleted} = (${t.completedAt} is not null)`),
    check("requests_boost_applied_at", sql`(${t.appliedBoostType} is null) = (${t.boostAppliedAt} is null)`),
    check("requests_priority_range", sql`${t.priorityLevel} between 0 and 2`),
  ],
);
