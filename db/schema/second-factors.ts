import { bigint, index, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, timestamptz } from "./columns";
import { userReference } from "./users";

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
