import { boolean, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { ChoiceKind } from "@/lib/ground/mail-kinds";
import { mailFrequencyEnum } from "./enums";
import { userReference } from "./users";

/** What a person chose about some kinds of message; without a row the defaults of `CHOICES` apply. */
export const messageChoices = pgTable(
  "message_choices",
  {
    userId: userReference({ onDelete: "cascade" }).notNull(),
    kind: text().$type<ChoiceKind>().notNull(),
    inApp: boolean().notNull(),
    push: boolean().notNull(),
    mail: mailFrequencyEnum().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] })],
);
