import type { Db } from "@/db/client";
import { verifyPassword } from "@/lib/domain/accounts/password";
import { AppError } from "@/lib/ground/errors";
import { acceptPasskey } from "./accept-passkey";
import { hasSecondFactor } from "./queries";
import type { Proof } from "./schema";
import { findWaysIn } from "./store";
import type { Challenge } from "./types";

type Attempt = Pick<Proof, "password" | "passkey"> & { challenge: Challenge | null };

/**
 * Checks that it is a signed-in person who is asking: by a passkey of theirs, or by the password. Returns whether a
 * code has to be accepted too, because there is a second factor.
 * @throws AppError VALIDATION_ERROR for a wrong password, INVALID_CREDENTIALS for a passkey
 */
export async function prove(
  db: Db,
  { id }: { id: string },
  { password, passkey, challenge }: Attempt,
): Promise<{ needsCode: boolean }> {
  if (passkey) {
    if ((await acceptPasskey(db, passkey, challenge)) !== id) throw new AppError("INVALID_CREDENTIALS");
    return { needsCode: false };
  }
  const person = await findWaysIn(db, id);
  if (!password || !(await verifyPassword(person?.password ?? null, password))) {
    const wrong = password ? "passwordWrong" : "passwordRequired";
    throw new AppError("VALIDATION_ERROR", { fields: { password: wrong } });
  }
  return { needsCode: await hasSecondFactor(db, id) };
}
