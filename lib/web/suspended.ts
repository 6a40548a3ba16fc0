import type { Viewer } from "@/lib/domain/users/types";
import { AppError } from "@/lib/ground/errors";
import type { CallLimits } from "./rate-limit/limit";

/**
 * Refuses what a suspended person may not change: everything but what protects or ends their account, reports and
 * appeals (safety.md, Decide).
 * @throws AppError SUSPENDED
 */
export function assertMayChange(
  viewer: Pick<Viewer, "isSuspended"> | null,
  { evicts, evenSuspended }: Pick<CallLimits, "evicts" | "evenSuspended">,
): void {
  if (viewer?.isSuspended && !evicts && !evenSuspended) throw new AppError("SUSPENDED");
}
