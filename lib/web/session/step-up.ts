import "server-only";
import { db } from "@/db/client";
import { changesPayout } from "@/lib/domain/accounts/queries";
import type { UserChanges } from "@/lib/domain/accounts/schema";
import { prove } from "@/lib/domain/security/prove";
import type { Proof } from "@/lib/domain/security/schema";
import { isFresh, isFromToday } from "@/lib/domain/sessions/rules";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { currentProof, proveSession } from "./index";
import { acceptCodeWithinLimits } from "./log-in";
import { takeChallenge } from "./passkey";

/**
 * Demands that the person proved who they are in the last 10 minutes (mail-and-access.md, Step-up).
 * @throws AppError STEP_UP_REQUIRED
 */
export async function requireFreshProof(): Promise<void> {
  if (!isFresh(await currentProof(), now())) throw new AppError("STEP_UP_REQUIRED");
}

/**
 * Demands that the person proved who they are in the last 24 hours.
 * @throws AppError STEP_UP_REQUIRED
 */
export async function requireProofOfToday(): Promise<void> {
  if (!isFromToday(await currentProof(), now())) throw new AppError("STEP_UP_REQUIRED");
}

/**
 * Demands a fresh proof where settings would change how the person is paid.
 * @throws AppError STEP_UP_REQUIRED
 */
export async function requireProofForPayout({ id }: Pick<Viewer, "id">, changes: UserChanges): Promise<void> {
  if (await changesPayout(db(), id, changes)) await requireFreshProof();
}

/**
 * Checks that it is the signed-in person who is asking, and records it with the session.
 * @throws AppError VALIDATION_ERROR, INVALID_CREDENTIALS, SECOND_FACTOR_REQUIRED, INVALID_CODE, RATE_LIMITED
 */
export async function proveAgain(viewer: { id: string }, { code, ...proof }: Proof): Promise<void> {
  const challenge = proof.passkey ? await takeChallenge("use", viewer.id) : null;
  const { needsCode } = await prove(db(), viewer, { ...proof, challenge });
  if (needsCode) {
    if (!code) throw new AppError("SECOND_FACTOR_REQUIRED", { fields: { code: "codeRequired" } });
    await acceptCodeWithinLimits(viewer.id, code, "step-up");
  }
  await proveSession();
}
