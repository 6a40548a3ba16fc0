import "server-only";
import { cookies } from "next/headers";
import { CHALLENGE_SECONDS, openChallenge, sealChallenge } from "@/lib/domain/security/challenge";
import type { Challenge } from "@/lib/domain/security/types";
import { cookie, cookieName } from "../cookies";

/** Ties a challenge to this browser: to make a passkey (`add`), or to sign in or step up with one (`use`). */
export async function rememberChallenge(
  purpose: "add" | "use",
  challenge: string,
  userId: string | null,
): Promise<void> {
  const sealed = sealChallenge(purpose, challenge, userId);
  (await cookies()).set(cookie("challenge", sealed, { maxAge: CHALLENGE_SECONDS }));
}

/** The challenge that this browser got, which it loses by this; null if it got none that fits. */
export async function takeChallenge(
  purpose: "add" | "use",
  userId: string | null,
): Promise<Challenge | null> {
  const jar = await cookies();
  const sealed = jar.get(cookieName("challenge"))?.value;
  if (sealed !== undefined) jar.set(cookie("challenge", "", { maxAge: 0 }));
  return openChallenge(purpose, sealed, userId);
}
