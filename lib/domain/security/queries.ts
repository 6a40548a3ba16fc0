import type { Db } from "@/db/client";
import { countCodes, countPasskeys, findSecondFactor, findWaysIn } from "./store";
import type { ProofWays, SecondFactor } from "./types";

export { findSecrets, selectPasskeys as listPasskeys } from "./store";

/** Whether a login of this account needs a code beside the password. */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  return (await findSecondFactor(db, userId))?.confirmedAt != null;
}

/** A person's second factor as their settings show it. */
export async function describeSecondFactor(db: Db, userId: string): Promise<SecondFactor> {
  const since = (await findSecondFactor(db, userId))?.confirmedAt ?? null;
  return { isOn: since !== null, since, codesLeft: since === null ? 0 : await countCodes(db, userId) };
}

/** How a person can prove who they are. */
export async function proofWays(db: Db, userId: string): Promise<ProofWays> {
  const [person, passkeys, code] = await Promise.all([
    findWaysIn(db, userId),
    countPasskeys(db, userId),
    hasSecondFactor(db, userId),
  ]);
  const password = person?.password != null && !code;
  return { password, code, passkey: passkeys > 0, google: person?.googleId != null };
}
