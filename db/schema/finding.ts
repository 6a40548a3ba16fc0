import { char, index, integer, pgTable, primaryKey, real, smallint, text, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "./columns";
import { requestCategoryEnum } from "./enums";

/**
 * Towns that a request can be in (giving.md, Finding), of 5,000 inhabitants and more, so that a town names nobody. From
 * db/places.tsv, which is read whenever the schema is brought up to date (`fillPlaces`).
 */
export const places = pgTable(
  "places",
  {
    /** That of GeoNames. */
    id: integer().primaryKey(),
    /** ISO 3166-1. */
    country: char({ length: 2 }).notNull(),
    name: text().notNull(),
    latitude: real().notNull(),
    longitude: real().notNull(),
    inhabitants: integer().notNull(),
    /** Its names in several languages, as a search compares them, each after a space. */
    words: text().notNull(),
  },
  (t) => [index("places_by_position").on(t.latitude, t.longitude, t.id)],
);

/**
 * The requests that take donations, as a search finds them (giving.md, Finding): small rows, so that neither the rows
 * of requests nor their indexes are touched. Kept by a trigger on `requests` (`keep_open_request`).
 */
export const openRequests = pgTable(
  "open_requests",
  {
    /** No foreign key: the trigger deletes the row with its request. */
    requestId: uuid().primaryKey(),
    userId: uuid().notNull(),
    createdAt: timestamptz().notNull(),
    category: requestCategoryEnum(),
    placeId: integer(),
    /** How much of the goal is reached, and how little is left of it (`reached_step`, `left_step`). */
    reachedStep: smallint().notNull(),
    leftStep: smallint().notNull(),
  },
  (t) => [
    // The first two include what else is asked of a row (in the migration), so that a search reads none.
    index("open_requests_newest").on(t.createdAt, t.requestId),
    index("open_requests_of_category").on(t.category, t.createdAt, t.requestId),
    index("open_requests_nearly").on(t.reachedStep, t.createdAt, t.requestId),
    index("open_requests_least_left").on(t.leftStep, t.createdAt, t.requestId),
    index("open_requests_of_place").on(t.placeId, t.createdAt, t.requestId),
    index("open_requests_of_user").on(t.userId),
  ],
);

/** Every word of the open requests, once. `near` finds it in spite of a typing mistake (`letters_left_out`). */
export const searchWords = pgTable(
  "search_words",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    word: text().notNull().unique(),
    near: text().array().notNull(),
  },
  (t) => [index("search_words_near").using("gin", t.near)],
);

/** Which open request has which words. The key's order is that of a search: the newest request of a word first. */
export const requestWords = pgTable(
  "request_words",
  {
    wordId: integer()
      .notNull()
      .references(() => searchWords.id),
    createdAt: timestamptz().notNull(),
    requestId: uuid().notNull(),
  },
  (t) => [primaryKey({ columns: [t.wordId, t.createdAt, t.requestId] })],
);
