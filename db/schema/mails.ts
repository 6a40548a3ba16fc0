import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { ChoiceKind } from "@/lib/ground/mail-kinds";
import { MAIL_KIND_NAMES, type MailKind, mailKind } from "@/lib/ground/mail-kinds";
import { sessions } from "./access";
import { createdAt, id, idOf, listed, timestamptz } from "./columns";
import { localeEnum, mailChannelEnum, mailFrequencyEnum, mailStateEnum, mailStreamEnum } from "./enums";
import { userReference } from "./users";

const WITHOUT_ACCOUNT = MAIL_KIND_NAMES.filter((kind) => mailKind(kind).to !== undefined);
const NEVER_TO_ACCOUNTS = WITHOUT_ACCOUNT.filter((kind) => mailKind(kind).to !== "anybody");

/**
 * The outbox: every message to a person, one row for each channel, written with what causes it (mail-and-access.md,
 * Messages). It is rendered when it is sent, so it has ids instead of texts. `Message-ID` follows from the row's id.
 */
export const mails = pgTable(
  "mails",
  {
    id: uuid().primaryKey().defaultRandom(),
    channel: mailChannelEnum().notNull().default("mail"),
    stream: mailStreamEnum().notNull(),
    kind: text().$type<MailKind>().notNull(),
    /** What it is about: the id of a row, or a day. A cause has one message of a kind to a person. */
    cause: text().notNull(),
    /** Null: it goes to the operator, or to the address of a guest or of somebody who reported without an account. */
    userId: userReference(),
    /** Where it goes, or went; null before it is sent to the account's own address. Deleted 30 days later. */
    address: text(),
    /** The language where the account no longer has one; null for the account's own. */
    locale: localeEnum(),
    /** What cannot be read when it is sent. Deleted 30 days later. */
    data: jsonb().$type<Record<string, string | number | null>>(),
    /** The token of its link, sealed; deleted once it is sent. */
    secret: text(),
    state: mailStateEnum().notNull().default("due"),
    dueAt: timestamptz().notNull(),
    /** When a server began to send it: after two minutes another server takes it. */
    claimedAt: timestamptz(),
    attempts: smallint().notNull().default(0),
    /** Why the last attempt failed, or why it was not sent. */
    reason: text(),
    createdAt: createdAt(),
    /** When it got its last state. */
    finishedAt: timestamptz(),
  },
  (t) => [
    unique("mails_once").on(t.userId, t.kind, t.cause, t.channel),
    uniqueIndex("mails_operator_once").on(t.kind, t.cause).where(sql`user_id is null`),
    index("mails_due").on(t.stream, t.dueAt).where(sql`state = 'due'`),
    index("mails_sending").on(t.claimedAt).where(sql`state = 'sending'`),
    index("mails_failed").on(t.finishedAt).where(sql`state = 'failed'`),
    index("mails_kept").on(t.finishedAt).where(sql`num_nonnulls(address, data) > 0`),
    check(
      "mails_recipient",
      sql`case when ${t.userId} is null then ${t.kind} in (${listed(WITHOUT_ACCOUNT)})
        else ${t.kind} not in (${listed(NEVER_TO_ACCOUNTS)}) end`,
    ),
    check("mails_claimed", sql`(${t.state} = 'sending') = (${t.claimedAt} is not null)`),
    check("mails_finished", sql`(${t.state} in ('due', 'sending')) = (${t.finishedAt} is null)`),
    check("mails_secret", sql`${t.secret} is null or ${t.state} in ('due', 'sending')`),
  ],
);

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

/** Where a person's browsers receive push messages (Web Push, RFC 8030). Removed when the push service says so. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    id: id(),
    userId: userReference({ onDelete: "cascade" }).notNull(),
    /** The session of the browser: who is logged out there gets no more. Null: from before this was stored (C306). */
    sessionId: idOf(() => sessions.id, { onDelete: "cascade" }),
    endpoint: text().notNull().unique("push_subscriptions_endpoint_key"),
    /** The browser's public key and its secret, with which messages to it are encrypted (RFC 8291). */
    p256dh: text().notNull(),
    auth: text().notNull(),
    device: text(),
    createdAt: createdAt(),
    /** When the push service last accepted a message. */
    lastUsedAt: timestamptz(),
  },
  (t) => [
    index("push_subscriptions_of_user").on(t.userId),
    index("push_subscriptions_of_session").on(t.sessionId),
  ],
);
