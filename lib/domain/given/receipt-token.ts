import { createHmac, timingSafeEqual } from "node:crypto";
import { parse, stringify } from "uuid";
import { env } from "@/lib/ground/env";

const ID_LENGTH = 16;
const SIGNATURE_LENGTH = 16;

/** The path of a guest's receipt: who has it may see the donation, and change it (giving.md). It does not expire. */
export function receiptPath(donationId: string): string {
  const id = Buffer.from(parse(donationId));
  return `/r/${Buffer.concat([id, signatureOf(id)]).toString("base64url")}`;
}

/** Whose receipt a token opens; null for one that we did not make. */
export function readReceiptToken(token: string): string | null {
  const bytes = Buffer.from(token, "base64url");
  // One way to write a token only: the last letter has bits that mean nothing.
  if (bytes.length !== ID_LENGTH + SIGNATURE_LENGTH || bytes.toString("base64url") !== token) return null;
  const id = bytes.subarray(0, ID_LENGTH);
  return timingSafeEqual(bytes.subarray(ID_LENGTH), signatureOf(id)) ? stringify(id) : null;
}

function signatureOf(id: Buffer): Buffer {
  return createHmac("sha256", env().authSecret)
    .update("gift receipt:")
    .update(id)
    .digest()
    .subarray(0, SIGNATURE_LENGTH);
}
