import { index, pgTable, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "./columns";
import { requests } from "./requests";

/**
 * The requests that the rules of safety.md ("Look before money moves") have to check, because they are new, got a
 * donation, a report, or another bank account. While a request has a row here, none of its money is moved.
 */
export const dueChecks = pgTable(
  "due_checks",
  {
    requestId: uuid()
      .primaryKey()
      .references(() => requests.id, { onDelete: "cascade" }),
    dueAt: timestamptz().notNull(),
  },
  (t) => [index("due_checks_due_at").on(t.dueAt)],
);
