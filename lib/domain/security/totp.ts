import { Secret, TOTP } from "otpauth";
import { env } from "@/lib/ground/env";
import type { NewSecondFactor } from "./types";

/** RFC 6238 as every authenticator app knows it. */
const TOTP_RULES = { algorithm: "SHA1", digits: 6, period: 30 } as const;
/** Codes of the step before and after count too, because clocks differ. */
const WINDOW = 1;
/** RFC 4226 advises 160 bits. */
const KEY_BYTES = 20;

/** A new key, in base32. */
export function newKey(): string {
  return new Secret({ size: KEY_BYTES }).base32;
}

/** What an authenticator app needs to know of a key. */
export function forApp(key: string, username: string): NewSecondFactor {
  const totp = new TOTP({ ...TOTP_RULES, issuer: env().appName, label: username, secret: key });
  return { address: totp.toString(), key };
}

/** The time step whose code this is; null if it is none of those around a time. */
export function stepOf(key: string, code: string, at: Date): number | null {
  const timestamp = at.getTime();
  const secret = Secret.fromBase32(key);
  const delta = TOTP.validate({ ...TOTP_RULES, token: code, secret, timestamp, window: WINDOW });
  return delta === null ? null : TOTP.counter({ period: TOTP_RULES.period, timestamp }) + delta;
}
