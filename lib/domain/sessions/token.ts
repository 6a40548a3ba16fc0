import { createHash, randomBytes } from "node:crypto";

/** A new session token: 32 random bytes, for the cookie only. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The stored id of a token: its hash, from which no cookie can be made. */
export function sidOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
