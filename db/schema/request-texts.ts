import { index, integer, pgTable, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "./columns";
import { requests } from "./requests";

/**
 * By what requests with a like text are found (`lib/domain/safety/like-texts.ts`): hashes of some pairs of words. A row
 * is written when the rules check a request for the first time; without one, they check all of it.
 */
export const requestTexts = pgTable(
  "request_texts",
  {
    requestId: uuid()
      .primaryKey()
      .references(() => requests.id, { onDelete: "cascade" }),
    marks: integer().array().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("request_texts_alike").using("gin", t.marks)],
);
