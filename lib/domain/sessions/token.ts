import { createHash, randomBytes } from "node:crypto";

/** A new session token: 32 random bytes, for the cookie only. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What stands in the database for a token: nobody can make a cookie from it. */
export function sidOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
