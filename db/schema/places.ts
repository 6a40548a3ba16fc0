import { char, integer, pgTable, real, text } from "drizzle-orm/pg-core";

/**
 * Towns that a request can be in (giving.md, Finding), of 5,000 inhabitants and more, so that a town names nobody. From
 * db/places.tsv, which is read whenever the schema is brought up to date (`fillPlaces`).
 */
export const places = pgTable("places", {
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
});
