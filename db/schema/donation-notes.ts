import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, timestamptz } from "./columns";
import { donations } from "./donations";
import { requests } from "./requests";

/** What a donor writes to the recipient with a donation: the contract's `message` (giving.md, Methods). */
export const donationNotes = pgTable(
  "donation_notes",
  {
    /** Random: others see it, and a time-ordered one would reveal when somebody gave (D37). */
    id: uuid().primaryKey().defaultRandom(),
    donationId: uuid()
      .notNull()
      .unique("donation_notes_one_each")
      .references(() => donations.id),
    /** Of the donation. */
    requestId: uuid()
      .notNull()
      .references(() => requests.id),
    text: text().notNull(),
    createdAt: createdAt(),
    /** Others than the recipient see it too: the donor allowed it, and the recipient did not hide it. */
    isShown: boolean().notNull().default(false),
    /** Since when an operator's decision hides it. */
    hiddenAt: timestamptz(),
  },
  (t) => [
    index("donation_notes_of_request").on(t.requestId, t.createdAt.desc()),
    check("donation_notes_text_length", sql`char_length(${t.text}) between 1 and 280`),
  ],
);
