import type { Tx } from "@/db/client";
import { notifyOfAccountChanges } from "@/lib/domain/messages/write-messages";
import { endSessionsOf } from "@/lib/domain/sessions/end-session";
import { AppError } from "@/lib/ground/errors";
import { clearWays } from "./clear-store";
import { lostAddress } from "./rules";
import { type Holder, updateAccount } from "./store";
import { NOWHERE } from "./types";

/**
 * Frees an address that somebody proved to be theirs: an account that has it and never proved it gets a placeholder
 * instead and is notified in the app (D42). Unless it is trusted (its address refuses mail since), everything that was
 * added to it is cleared (D51); its password stays, as there is no address to which a link for another could go, and so
 * does a link with which it would get another address. The holder's row must be locked.
 * @throws AppError EMAIL_EXISTS when its account proved it
 */
export async function takeAddress(tx: Tx, holder: Holder | null, at: Date): Promise<void> {
  if (!holder) return;
  if (holder.emailVerified !== null) {
    throw new AppError("EMAIL_EXISTS", { fields: { email: "emailExists" } });
  }
  await updateAccount(tx, holder.id, { email: lostAddress(holder.id), emailBouncedAt: null }, at);
  if (holder.trustedAt === null) {
    await clearWays(tx, holder.id, at);
    await endSessionsOf(tx, holder.id);
  }
  await notifyOfAccountChanges(tx, [
    { userId: holder.id, accountChange: "email_lost", ...NOWHERE, createdAt: at },
  ]);
}
