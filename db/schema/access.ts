import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, timestamptz } from "./columns";
import { linkPurposeEnum } from "./enums";
import { userReference } from "./users";

/** Social sign-in accounts, in the columns of the next-auth adapter. The provider's tokens are not stored. */
export const accounts = pgTable(
  "accounts",
  {
    userId: userReference({ onDelete: "cascade" }).notNull(),
    type: text().notNull(),
    provider: text().notNull(),
    providerAccountId: text().notNull(),
    refresh_token: text(),
    access_token: text(),
    expires_at: integer(),
    token_type: text(),
    scope: text(),
    id_token: text(),
    session_state: text(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.providerAccountId] }), index("accounts_user").on(t.userId)],
);

/** The links of account messages: one use each, stored as a hash (mail-and-access.md, Accounts). */
export const accountLinks = pgTable(
  "account_links",
  {
    id: id(),
    userId: userReference().notNull(),
    purpose: linkPurposeEnum().notNull(),
    /** SHA-256 of 32 random bytes. */
    tokenHash: text().notNull().unique("account_links_token_hash_key"),
    /** The address it proves, or to which an undo returns. */
    address: text().notNull(),
    createdAt: createdAt(),
    expiresAt: timestamptz().notNull(),
    usedAt: timestamptz(),
    /** Of an undo: since when the account was trusted with the address to which it returns (D51). */
    trustedAt: timestamptz(),
  },
  (t) => [
    index("account_links_of_user").on(t.userId, t.purpose),
    index("account_links_expiry").on(t.expiresAt),
    check("account_links_hash_form", sql`${t.tokenHash} ~ '^[0-9a-f]{64}$'`),
  ],
);

/** The passkeys of an account (WebAuthn). */
export const passkeys = pgTable(
  "passkeys",
  {
    id: id(),
    userId: userReference({ onDelete: "cascade" }).notNull(),
    /** base64url. */
    credentialId: text().notNull().unique("passkeys_credential_id_key"),
    /** The COSE key, base64url. */
    publicKey: text().notNull(),
    /** The authenticator's signature counter; zero where it has none. */
    counter: bigint({ mode: "number" }).notNull(),
    transports: text().array().notNull(),
    /** Whether the person's other devices have it too. */
    backedUp: boolean().notNull(),
    /** Chosen by its owner, at first the device family. */
    name: text().notNull(),
    createdAt: createdAt(),
    lastUsedAt: timestamptz(),
  },
  (t) => [
    index("passkeys_of_user").on(t.userId),
    check("passkeys_name_length", sql`char_length(${t.name}) between 1 and 60`),
  ],
);

/** An account's authenticator app (TOTP, RFC 6238). It counts once its first code was confirmed. */
export const secondFactors = pgTable("second_factors", {
  userId: userReference({ onDelete: "cascade" }).primaryKey(),
  /** The shared key, sealed. */
  secret: text().notNull(),
  createdAt: createdAt(),
  confirmedAt: timestamptz(),
  /** The time step of the last accepted code: no code is accepted twice. */
  lastStep: bigint({ mode: "number" }),
});

/** Recovery codes, each for one login without the authenticator app, as hashes. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    id: id(),
    userId: userReference({ onDelete: "cascade" }).notNull(),
    /** A keyed hash. */
    hash: text().notNull(),
    createdAt: createdAt(),
    usedAt: timestamptz(),
  },
  (t) => [index("recovery_codes_of_user").on(t.userId)],
);

export type SessionData = { userId: string };

/**
 * Specification 3, Session. `sid` is the SHA-256 of the cookie's token, so that no session can be taken from the table.
 */
export const sessions = pgTable(
  "sessions",
  {
    sid: text().primaryKey(),
    /** Names the session to its owner. */
    id: uuid().notNull().defaultRandom().unique("sessions_id_key"),
    sess: jsonb().$type<SessionData>().notNull(),
    expire: timestamptz().notNull(),
    /** When the person logged in: a session has a longest duration, however much it is used. */
    createdAt: timestamptz().notNull().defaultNow(),
    /** When they last authenticated, by password or at Google; null where that is not known. */
    provenAt: timestamptz(),
    /** When a passkey last proved it (safety.md, The office). */
    passkeyAt: timestamptz(),
    /** To the hour. */
    lastUsedAt: timestamptz(),
    /** The device family and the rough network that it was opened from, where known. */
    device: text(),
    network: text(),
  },
  (t) => [index("sessions_expire").on(t.expire), index("sessions_of_user").on(sql`(sess->>'userId')`)],
);

/**
 * The browsers from which somebody registered or signed in, as keyed hashes of their device cookie's number, to find a
 * donor and a requester who use the same one (safety.md). Forgotten after 400 days, as the cookie is.
 */
export const knownBrowsers = pgTable(
  "known_browsers",
  {
    userId: userReference({ onDelete: "cascade" }).notNull(),
    browser: text().notNull(),
    seenAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.browser] }),
    index("known_browsers_seen").on(t.seenAt),
    index("known_browsers_shared").on(t.browser),
  ],
);

/** The device families from which an account signed in: the owner gets a mail about a new one. */
export const knownDevices = pgTable(
  "known_devices",
  {
    userId: userReference({ onDelete: "cascade" }).notNull(),
    device: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.device] })],
);

/** Former usernames, which other people may not take for a while (D39), as keyed hashes. */
export const heldUsernames = pgTable(
  "held_usernames",
  {
    hash: text().primaryKey(),
    until: timestamptz().notNull(),
    /** The former owner, who may take the name back; null once that account is erased. */
    userId: userReference(),
  },
  (t) => [
    index("held_usernames_until").on(t.until),
    index("held_usernames_of_user").on(t.userId).where(sql`user_id is not null`),
  ],
);
