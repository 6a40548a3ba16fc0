import { closeAccounts } from "@/lib/domain/payouts/close-accounts";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { endAtProvider } from "@/lib/domain/subscriptions/end-at-provider";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { erasePerson } from "./erase-person";
import type { EraseOrder } from "./schema";

/**
 * Erases the caller's account permanently (GDPR, article 17). The caller demands a fresh proof of who the person is
 * (trust.md 39). It takes effect at once, even if the provider of a subscription cannot be reached: reconciliation ends
 * that later, and what the provider takes until then is refunded. A repeated call does nothing.
 * @throws AppError VALIDATION_ERROR for a username that is not theirs, and the errors of erasePerson
 */
export async function eraseAccount(
  context: PayoutContext,
  viewer: Pick<Viewer, "id" | "username">,
  { username }: EraseOrder,
): Promise<void> {
  if (username !== undefined && username.toLowerCase() !== viewer.username.toLowerCase()) {
    throw new AppError("VALIDATION_ERROR", {
      fields: { username: username ? "usernameOther" : "usernameRequired" },
    });
  }
  await context.db.transaction((tx) => erasePerson(tx, viewer.id, now()));
  await endAtProvider(context, viewer.id);
  await closeAccounts(context, viewer.id);
}
