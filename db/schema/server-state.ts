import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { AuditedAction, AuditSubject } from "@/lib/ground/vocabulary";
import { cents, createdAt, timestamptz } from "./columns";
import { stoppableEnum } from "./enums";
import { userReference } from "./users";

/** What operators did, append-only by a trigger. People are named by id only, so that it never has to be deleted. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** The account at the operating system, or the name of `--as`. */
    operator: text().notNull(),
    action: text().$type<AuditedAction>().notNull(),
    subject: text().$type<AuditSubject>().notNull(),
    /** No foreign key: an entry outlives its subject. */
    subjectId: uuid().notNull(),
    /** The columns that the action changed; null where it changed none. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    reason: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index("audit_entries_of_subject").on(t.subjectId, t.id.desc()),
    index("audit_entries_of_operator").on(t.operator, t.id),
    index("audit_entries_of_action").on(t.action, t.id),
    check("audit_entries_operator_length", sql`char_length(${t.operator}) between 1 and 100`),
    check("audit_entries_reason_length", sql`char_length(${t.reason}) between 1 and 500`),
  ],
);

/**
 * Card payments of the last day: who began them, from where, and how often a card was declined (against trying stolen
 * cards). Deleted after a day; nothing else depends on them.
 */
export const cardAttempts = pgTable(
  "card_attempts",
  {
    /** The id of the donation or of the purchase. */
    paymentId: uuid().primaryKey(),
    /** Who pays: a person, or of a guest what their address is hashed to with a secret. */
    payerId: uuid("user_id").notNull(),
    /** The link by which a guest pays. */
    giftLinkId: uuid(),
    /** Hashed with a secret. */
    address: text().notNull(),
    declines: integer().notNull().default(0),
    /** When the last decline was noticed. */
    declinedAt: timestamptz(),
    /** When we ended it: a payment that the provider opens for it later is ended at once. */
    endedAt: timestamptz(),
    createdAt: createdAt(),
  },
  (t) => [
    index("card_attempts_of_user").on(t.payerId),
    index("card_attempts_declined_at_address").on(t.address, t.declinedAt).where(sql`declines > 0`),
    index("card_attempts_declined_by_link").on(t.giftLinkId, t.declinedAt).where(sql`declines > 0`),
    index("card_attempts_created").on(t.createdAt),
    check(
      "card_attempts_declines",
      sql`${t.declines} >= 0 and (${t.declines} > 0) = (${t.declinedAt} is not null)`,
    ),
  ],
);

/**
 * A person's `Idempotency-Key`: the call, the id of the row it creates, and the answer once there is one. Deleted after
 * a day.
 */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    userId: userReference({ onDelete: "cascade" }).notNull(),
    key: text().notNull(),
    /** SHA-256 of method, path and body. */
    fingerprint: text().notNull(),
    /** The id of what the call creates, so that a retry after a crash creates the same row. */
    operationId: uuid().notNull(),
    claimedAt: timestamptz().notNull(),
    status: integer(),
    answer: jsonb(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index("idempotency_keys_age").on(t.createdAt)],
);

/**
 * The figures of the auth screen (specification 2), written by a trigger on `requests`, so that reading them costs the
 * same for any number of requests. They are the sums of all rows: with several, writers seldom wait for each other.
 */
export const liveStats = pgTable("live_stats", {
  shard: smallint().primaryKey(),
  activeRequests: bigint({ mode: "number" }).notNull(),
  totalRaised: cents().notNull(),
});

/** What the nightly check found, by the day in TIME_ZONE. Its row lets one server make it. */
export const nightlyChecks = pgTable("nightly_checks", {
  day: date({ mode: "string" }).primaryKey(),
  begunAt: timestamptz().notNull(),
  /** Null while a server makes it, or if that server died. */
  finishedAt: timestamptz(),
  findings: jsonb()
    .$type<
      readonly {
        check: string;
        isConcern: boolean;
        rows: number;
        /** The days on which it was first found, and last mentioned in a mail. */
        since: string;
        mentionedOn: string;
      }[]
    >()
    .notNull()
    .default([]),
});

/** Webhook events by the provider's own id. An event only causes another query, so its content is not stored. */
export const providerEvents = pgTable(
  "provider_events",
  {
    provider: text().notNull(),
    eventId: text().notNull(),
    type: text().notNull(),
    /** The payment or the subscription that it is about. */
    paymentId: text(),
    receivedAt: createdAt(),
    handledAt: timestamptz(),
    /** What was done, one sentence. */
    outcome: text(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.eventId] }),
    index("provider_events_of_payment").on(t.paymentId),
  ],
);

/** Attempts by subject in the current window, shared by all servers. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    /** `<limit>:<subject>`; the subject is hashed. */
    key: text().primaryKey(),
    count: integer().notNull(),
    resetAt: timestamptz().notNull(),
  },
  (t) => [index("rate_limits_reset").on(t.resetAt)],
);

/** Sources whose events are refused for their signature. A source's row goes with its next event that is accepted. */
export const refusedEvents = pgTable("refused_events", {
  source: text().primaryKey(),
  times: integer().notNull(),
  since: timestamptz().notNull(),
  lastAt: timestamptz().notNull(),
});

/** Keys that the servers made themselves and share, by name; the secret part is sealed. */
export const serverKeys = pgTable("server_keys", {
  name: text().primaryKey(),
  publicKey: text().notNull(),
  secret: text().notNull(),
  createdAt: createdAt(),
});

/** What an operator stopped for everybody during an incident (safety.md, Stop everything). */
export const stops = pgTable("stops", {
  what: stoppableEnum().primaryKey(),
  reason: text().notNull(),
  stoppedBy: userReference().notNull(),
  createdAt: createdAt(),
});

/** One row, which is written to see whether the database takes writes (`db/ping.ts`). */
export const writeProbes = pgTable("write_probes", {
  id: smallint().primaryKey(),
  writtenAt: timestamptz().notNull(),
});
