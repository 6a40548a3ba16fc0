import "server-only";
import { db } from "@/db/client";
import { changesPayout } from "@/lib/domain/accounts/queries";
import type { UserChanges } from "@/lib/domain/accounts/schema";
import { isFresh, isFromToday } from "@/lib/domain/sessions/rules";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { currentProof } from "./index";

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
