import { boolean, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { MailKind } from "@/lib/ground/mail-kinds";
import { mailFrequencyEnum } from "./enums";
import { users } from "./users";

/** What a person chose about a kind of message; without a row the defaults of `MAIL_KINDS` hold. */
export const messageChoices = pgTable(
  "message_choices",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text().$type<MailKind>().notNull(),
    inApp: boolean().notNull(),
    push: boolean().notNull(),
    mail: mailFrequencyEnum().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] })],
);
