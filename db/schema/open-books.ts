import {
  bigint,
  boolean,
  customType,
  date,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { cents, timestamptz } from "./columns";
import { ledgerAccountEnum, ledgerKindEnum } from "./enums";

/** A SHA-256 digest. */
const digest = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/**
 * The leaves of the tree over the ledger (firsts.md, Open kas): which entry is at which place, with the salt without
 * which its hash tells nothing. Append-only by a trigger, as are the other tables of the books.
 */
export const bookLeaves = pgTable("book_leaves", {
  index: bigint({ mode: "number" }).primaryKey(),
  /** Without a foreign key, which would lock and write every entry once more. `doctor` compares the two. */
  entryId: bigint({ mode: "number" }).notNull().unique("book_leaves_entry_key"),
  salt: uuid().notNull(),
  hash: digest().notNull(),
});

/** The inner nodes of the tree at every eighth level, so that a root or a proof reads a few hundred hashes. */
export const bookBlocks = pgTable(
  "book_blocks",
  {
    level: smallint().notNull(),
    index: bigint({ mode: "number" }).notNull(),
    hash: digest().notNull(),
  },
  (t) => [primaryKey({ columns: [t.level, t.index] })],
);

/** The sums of all leaves by month in TIME_ZONE, in cents. */
export const bookMonths = pgTable(
  "book_months",
  {
    /** Its first day. */
    month: date({ mode: "string" }).notNull(),
    kind: ledgerKindEnum().notNull(),
    account: ledgerAccountEnum().notNull(),
    /** What demo people gave or received, which no provider has. */
    isMadeUp: boolean().notNull(),
    amount: cents().notNull(),
  },
  (t) => [primaryKey({ columns: [t.month, t.kind, t.account, t.isMadeUp] })],
);

/** What was published each night. Kept for ever. */
export const bookNights = pgTable(
  "book_nights",
  {
    night: date({ mode: "string" }).primaryKey(),
    /** How many leaves. */
    size: bigint({ mode: "number" }).notNull(),
    root: digest().notNull(),
    /** The exact text that is signed: JSON. */
    statement: text().notNull(),
    /** Ed25519 over the statement, in base64url. */
    signature: text().notNull(),
    publishedAt: timestamptz().notNull(),
  },
  (t) => [index("book_nights_size").on(t.size, t.night)],
);
