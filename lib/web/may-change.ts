import type { Viewer } from "@/lib/domain/users/types";
import { AppError } from "@/lib/ground/errors";
import type { CallLimits } from "./rate-limit/limit";

/**
 * Lets only a signed-in person change something: nobody in an account that two addresses claim (D52), and a suspended
 * person only what protects or ends their account, reports and appeals (safety.md, Decide).
 * @throws AppError UNAUTHENTICATED, ACCOUNT_CONTESTED, SUSPENDED
 */
export function assertMayChange(
  viewer: Viewer | null,
  { evicts, evenSuspended }: Pick<CallLimits, "evicts" | "evenSuspended">,
): asserts viewer {
  if (!viewer) throw new AppError("UNAUTHENTICATED");
  if (viewer.isContested) throw new AppError("ACCOUNT_CONTESTED");
  if (viewer.isSuspended && !evicts && !evenSuspended) throw new AppError("SUSPENDED");
}
