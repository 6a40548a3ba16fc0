import { Buffer } from "node:buffer";
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { MINUTE } from "@/lib/ground/durations";
import { env } from "@/lib/ground/env";
import type { NewPasskey, PasskeyAnswer } from "./schema";

/** How long a person may take, in milliseconds. */
const TIMEOUT_MS = 5 * MINUTE;

/** The relying party: passkeys belong to the host of APP_URL, whatever name the browser used. */
const rpId = () => new URL(env().appUrl).hostname;

type StoredPasskey = { id: string; publicKey: string; counter: number; transports: string[] };

/**
 * What a browser needs to make a passkey: one that needs no username (a discoverable credential), that checks its
 * person, and whose maker stays unknown.
 */
export async function registrationOptions(
  person: { id: string; username: string },
  existing: { id: string; transports: string[] }[],
) {
  return generateRegistrationOptions({
    rpName: env().appName,
    rpID: rpId(),
    userID: new TextEncoder().encode(person.id),
    userName: person.username,
    userDisplayName: person.username,
    timeout: TIMEOUT_MS,
    attestationType: "none",
    excludeCredentials: existing,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** What a browser needs to ask for any passkey of this product. */
export async function authenticationOptions() {
  const { challenge, timeout = TIMEOUT_MS } = await generateAuthenticationOptions({
    rpID: rpId(),
    timeout: TIMEOUT_MS,
    userVerification: "required",
  });
  return { challenge, timeout, rpId: rpId(), userVerification: "required" as const };
}

/** The new passkey in an answer; null if the answer does not fit the challenge, the origin or the host. */
export async function readRegistration(
  answer: NewPasskey,
  challenge: string,
): Promise<(StoredPasskey & { backedUp: boolean }) | null> {
  // The library throws for everything that is malformed or does not fit.
  const { registrationInfo } = await verifyRegistrationResponse({
    response: answer as Parameters<typeof verifyRegistrationResponse>[0]["response"],
    expectedChallenge: challenge,
    expectedOrigin: env().appUrl,
    expectedRPID: rpId(),
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) return null;
  const { credential, credentialBackedUp } = registrationInfo;
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    counter: credential.counter,
    transports: answer.response.transports ?? [],
    backedUp: credentialBackedUp,
  };
}

/** The counter and backup state after an answer; null if the answer is not of this passkey to this challenge. */
export async function readAuthentication(
  answer: PasskeyAnswer,
  challenge: string,
  passkey: StoredPasskey,
): Promise<{ newCounter: number; backedUp: boolean } | null> {
  const { id, userHandle, ...response } = answer;
  const verified = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: "public-key",
      response: { ...response, ...(userHandle !== undefined && { userHandle }) },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: env().appUrl,
    expectedRPID: rpId(),
    requireUserVerification: true,
    credential: { ...passkey, publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")) },
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  return { newCounter, backedUp: credentialBackedUp };
}
