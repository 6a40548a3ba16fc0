import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, idOf, timestamptz } from "./columns";
import { postAudienceEnum, postKindEnum, postOutcomeEnum } from "./enums";
import { requests } from "./requests";
import { userReference } from "./users";

/** What the owner of a request writes about it (giving.md, Updates, thanks, delivered). */
export const posts = pgTable(
  "posts",
  {
    id: id(),
    requestId: idOf(() => requests.id, { onDelete: "cascade" }).notNull(),
    /** The owner of the request. */
    userId: userReference().notNull(),
    kind: postKindEnum().notNull(),
    /** Empty for thanks without words, and once it is deleted. */
    text: text().notNull(),
    audience: postAudienceEnum().notNull(),
    outcome: postOutcomeEnum(),
    /** Cents. */
    leftover: integer(),
    createdAt: createdAt(),
    editedAt: timestamptz(),
    /** Since when an operator's decision hides it from others. */
    hiddenAt: timestamptz(),
    /** The row stays: it counts for the day, and no other post takes its place. */
    deletedAt: timestamptz(),
  },
  (t) => [
    index("posts_of_request").on(t.requestId, t.createdAt.desc()),
    index("posts_of_user").on(t.userId),
    check(
      "posts_text",
      sql`char_length(${t.text}) <= 1000
        and (${t.text} <> '' or ${t.kind} = 'thanks' or ${t.deletedAt} is not null)
        and (${t.text} = '' or ${t.deletedAt} is null)`,
    ),
    check("posts_outcome", sql`(${t.outcome} is not null) = (${t.kind} = 'delivered')`),
    check(
      "posts_leftover",
      sql`${t.leftover} is null or ${t.leftover} > 0 and ${t.outcome} is not distinct from 'cheaper'`,
    ),
    check(
      "posts_edited_within_an_hour",
      sql`${t.editedAt} between ${t.createdAt} and ${t.createdAt} + interval '1 hour'`,
    ),
  ],
);
