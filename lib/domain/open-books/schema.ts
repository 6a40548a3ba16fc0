import { z } from "zod";
import { isInPlainYear } from "@/lib/ground/periods";
import { ENTRY_CAUSES } from "./rules";

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const cents = z.int();

export const nightSchema = z.iso.date().refine(isInPlainYear);

/**
 * What is signed each night. Cents, times in ISO 8601 UTC, hashes in hexadecimal. Fields that another build adds stay:
 * without one of them the signature would not fit.
 */
export const statementSchema = z.looseObject({
  of: z.string().describe("the address of this installation"),
  night: z.iso.date(),
  at: z.iso.datetime(),
  currency: z.string(),
  size: z.int().min(0).describe("how many ledger entries"),
  root: hex.describe("of the tree over them, by RFC 6962"),
  previous: hex.nullable().describe("SHA-256 of what was signed the night before; null for the first"),
  restored: z
    .object({ night: z.iso.date(), size: z.int(), root: hex })
    .nullable()
    .describe(
      "a published night that a restored copy of the database does not have: the tree goes on without it",
    ),
  sums: z.record(z.string(), cents).describe("of each account; guests are donors"),
  madeUp: cents.describe("how much of what is owed is owed to made-up people, in a demonstration"),
  owed: cents.describe("to people and payers, without made-up ones, and not in an account of theirs yet"),
  held: z
    .array(
      z.looseObject({
        provider: z.string(),
        amount: cents.nullable().describe("null where it did not answer"),
        askedAt: z.iso.datetime(),
      }),
    )
    .describe("the platform's balance at each provider"),
  keyId: z.string(),
  publicKey: z.string().describe("Ed25519, in base64url"),
  handover: z
    .object({ keyId: z.string(), signature: z.string() })
    .nullable()
    .describe(
      "the key before this one, and its signature over the new public key: in the first statement of a key",
    ),
});
export type Statement = z.infer<typeof statementSchema>;

/** A published night: its statement's fields, beside the text that is signed, and the signature. */
export const publishedNightSchema = statementSchema.extend({
  statement: z.string().describe("the text that is signed"),
  signature: z.string().describe("Ed25519, in base64url"),
});
export type PublishedNight = z.infer<typeof publishedNightSchema>;

/** GET /api/open-books/{night}/proof. */
export const proofQuerySchema = z.object({
  donationId: z.uuid().optional(),
  token: z.string().max(100).optional().describe("of a guest's receipt, instead of a session"),
});
export const proofSchema = z.object({
  published: publishedNightSchema,
  leaves: z.array(
    z.object({
      entry: z.string().describe(`JSON: entry, ${ENTRY_CAUSES.join(" or ")}, kind, account, amount, at`),
      salt: z.string().describe("16 bytes in hexadecimal"),
      index: z.int(),
      path: z.array(hex),
    }),
  ),
  root: hex,
});
export type Proof = z.infer<typeof proofSchema>;

/** GET /api/open-books/consistency. */
export const consistencyQuerySchema = z.object({ from: nightSchema, to: nightSchema });
export const consistencySchema = z.object({
  from: publishedNightSchema,
  to: publishedNightSchema,
  path: z.array(hex),
});
