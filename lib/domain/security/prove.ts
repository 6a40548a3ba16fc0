import type { Db } from "@/db/client";
import { verifyPassword } from "@/lib/domain/accounts/password";
import { AppError } from "@/lib/ground/errors";
import { acceptPasskey } from "./accept-passkey";
import type { PasskeyAnswer } from "./schema";
import { findWaysIn } from "./store";
import type { Challenge } from "./types";

/**
 * Checks that a passkey's answer is a person's own, of a passkey that they added before a time where one is given.
 * @throws AppError INVALID_CREDENTIALS
 */
export async function proveByPasskey(
  db: Db,
  { id }: { id: string },
  answer: PasskeyAnswer,
  challenge: Challenge | null,
  addedBefore: Date | null = null,
): Promise<void> {
  const { userId, addedAt } = await acceptPasskey(db, answer, challenge);
  const isOld = addedBefore === null || addedAt <= addedBefore;
  if (userId !== id || !isOld) throw new AppError("INVALID_CREDENTIALS");
}

/**
 * Checks that a password is the signed-in person's own.
 * @throws AppError VALIDATION_ERROR without one, WRONG_PASSWORD
 */
export async function proveByPassword(
  db: Db,
  { id }: { id: string },
  password: string | undefined,
): Promise<void> {
  if (!password) throw new AppError("VALIDATION_ERROR", { fields: { password: "passwordRequired" } });
  const person = await findWaysIn(db, id);
  if (await verifyPassword(person?.password ?? null, password)) return;
  throw new AppError("WRONG_PASSWORD", { fields: { password: "passwordWrong" } });
}
