import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, timestamptz } from "./columns";
import { posts } from "./posts";
import { requests } from "./requests";
import { userReference } from "./users";

/**
 * A photo, from the permission to upload it (D23). It has a size once it is re-encoded, and a request or a post once
 * one was created with it. A discarded one is never shown; its files are still to be removed.
 */
export const photos = pgTable(
  "photos",
  {
    id: id(),
    userId: userReference().notNull(),
    /** Where the uploaded bytes are stored until they are re-encoded. */
    uploadKey: text().notNull().unique("photos_upload_key_key"),
    requestId: uuid()
      .unique("photos_request_id_key")
      .references(() => requests.id, { onDelete: "set null" }),
    postId: uuid()
      .unique("photos_post_id_key")
      .references(() => posts.id, { onDelete: "set null" }),
    /** How many bytes were uploaded, or may be uploaded to a bucket; unused photos are limited by them (D43). */
    sentBytes: integer().notNull().default(0),
    /** Of the re-encoded picture, in pixels. */
    width: integer(),
    height: integer(),
    /** The difference hash of the picture, 64 bits: alike pictures differ in a few of them (safety.md). */
    differenceHash: bigint({ mode: "bigint" }),
    /** When its hash was made, which a photo without detail does not have; null for those from before there was one. */
    hashedAt: timestamptz(),
    /** Its four quarters, numbered: two hashes that differ in at most six bits have one that differs in at most one. */
    hashQuarters: integer()
      .array()
      .generatedAlwaysAs(
        sql`array[(difference_hash >> 48 & 65535)::integer, (difference_hash >> 32 & 65535)::integer + 65536,
          (difference_hash >> 16 & 65535)::integer + 131072, (difference_hash & 65535)::integer + 196608]`,
      ),
    createdAt: createdAt(),
    /** When the upload was removed and its address had expired, so that nothing can be uploaded there again. */
    uploadClearedAt: timestamptz(),
    discardedAt: timestamptz(),
  },
  (t) => [
    index("photos_of_user").on(t.userId),
    index("photos_without_request").on(t.createdAt).where(sql`request_id is null and discarded_at is null`),
    index("photos_upload_left").on(t.createdAt).where(sql`upload_cleared_at is null`),
    index("photos_discarded").on(t.createdAt).where(sql`discarded_at is not null`),
    index("photos_alike").using("gin", t.hashQuarters).where(sql`request_id is not null`),
    index("photos_unhashed")
      .on(t.createdAt)
      .where(sql`request_id is not null and difference_hash is null and hashed_at is null`),
    check("photos_size", sql`(${t.width} is null) = (${t.height} is null)`),
    check("photos_size_range", sql`${t.width} between 1 and 1600 and ${t.height} between 1 and 1600`),
    check("photos_used_once", sql`num_nonnulls(${t.requestId}, ${t.postId}, ${t.discardedAt}) <= 1`),
    check(
      "photos_used_when_encoded",
      sql`num_nonnulls(${t.requestId}, ${t.postId}) = 0 or ${t.width} is not null`,
    ),
  ],
);
