import type { Db } from "@/db/client";
import { notifications } from "@/db/schema";
import type { AccountChange } from "@/lib/ground/vocabulary";

type AccountNotice = {
  userId: string;
  accountChange: AccountChange;
  device: string | null;
  network: string | null;
  createdAt: Date;
};

/** Notifies people of changes of their accounts, with the device and the network that they came from (trust.md 39). */
export async function notifyOfAccountChanges(db: Db, notices: readonly AccountNotice[]): Promise<void> {
  if (notices.length === 0) return;
  await db
    .insert(notifications)
    .values(notices.map((notice) => ({ ...notice, type: "account" as const, amount: 0 })));
}
