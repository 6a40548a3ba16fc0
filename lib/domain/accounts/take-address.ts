import type { Tx } from "@/db/client";
import { notifyOfAccountChanges } from "@/lib/domain/notifications/notify";
import { AppError } from "@/lib/ground/errors";
import { type Holder, loseAddress } from "./store";
import { NOWHERE } from "./types";

/**
 * Frees an address that somebody proved to be theirs: an account that has it and never proved it gets a placeholder
 * instead and is notified in the app (D42). The holder's row must be locked.
 * @throws AppError EMAIL_EXISTS when its account proved it
 */
export async function takeAddress(tx: Tx, holder: Holder | null, at: Date): Promise<void> {
  if (!holder) return;
  if (holder.emailVerified !== null) {
    throw new AppError("EMAIL_EXISTS", { fields: { email: "emailExists" } });
  }
  await loseAddress(tx, holder.id, at);
  await notifyOfAccountChanges(tx, [
    { userId: holder.id, accountChange: "email_lost", ...NOWHERE, createdAt: at },
  ]);
}
