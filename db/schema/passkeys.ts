import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, timestamptz } from "./columns";
import { userReference } from "./users";

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
