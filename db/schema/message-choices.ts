import { boolean, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { ChoiceKind } from "@/lib/ground/mail-kinds";
import { mailFrequencyEnum } from "./enums";
import { users } from "./users";

/** What a person chose about some kinds of message; without a row the defaults of `CHOICES` hold. */
export const messageChoices = pgTable(
  "message_choices",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text().$type<ChoiceKind>().notNull(),
    inApp: boolean().notNull(),
    push: boolean().notNull(),
    mail: mailFrequencyEnum().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] })],
);
