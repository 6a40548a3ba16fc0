import type { DonorKey } from "@/lib/domain/donations/types";
import { readReceiptToken } from "@/lib/domain/given/receipt-token";
import type { Viewer } from "@/lib/domain/users/types";
import { AppError } from "@/lib/ground/errors";
import { assertMayChange } from "./may-change";
import type { CallLimits } from "./rate-limit/limit";

/**
 * Who calls for their own donation: a guest by the token of the receipt, else the signed-in person, within what a
 * signed-in person may do.
 * @throws AppError UNAUTHENTICATED, ACCOUNT_CONTESTED, SUSPENDED, NOT_FOUND for a token that we did not make
 */
export function donorKeyOf(
  call: Pick<CallLimits, "evicts" | "evenSuspended">,
  viewer: Viewer | null,
  { receiptToken }: { receiptToken?: string | undefined },
): DonorKey {
  if (receiptToken !== undefined) {
    const guestId = readReceiptToken(receiptToken);
    if (guestId === null) throw new AppError("NOT_FOUND");
    return { guestId };
  }
  assertMayChange(viewer, call);
  return viewer;
}
