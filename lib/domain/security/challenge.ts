import { now } from "@/lib/ground/clock";
import { seal, unseal } from "@/lib/ground/sealed";
import type { Challenge } from "./types";

/** For how many seconds a challenge is good. */
export const CHALLENGE_SECONDS = 5 * 60;

const PURPOSE = { add: "passkey to add", use: "passkey to use" } as const;
type Purpose = keyof typeof PURPOSE;

/** A challenge for the browser's cookie, bound to what it is for and to whom; null for a visitor. */
export function sealChallenge(purpose: Purpose, challenge: string, userId: string | null): string {
  return seal(PURPOSE[purpose], JSON.stringify([challenge, userId, now().getTime()]));
}

/** The challenge of a cookie; null if it is old, somebody else's, for something else, or not ours. */
export function openChallenge(
  purpose: Purpose,
  sealed: string | undefined,
  userId: string | null,
): Challenge | null {
  const plain = unseal(PURPOSE[purpose], sealed ?? "");
  if (plain === null) return null;
  const [challenge, owner, at] = JSON.parse(plain) as [string, string | null, number];
  const age = now().getTime() - at;
  if (owner !== userId || age < 0 || age > CHALLENGE_SECONDS * 1_000) return null;
  return { challenge, at: new Date(at) };
}
