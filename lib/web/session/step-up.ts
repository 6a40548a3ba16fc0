import "server-only";
import { isFresh } from "@/lib/domain/sessions/rules";
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
