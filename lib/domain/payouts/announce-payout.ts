import type { Tx } from "@/db/client";
import { choiceOf } from "@/lib/domain/mail/outbox";
import { writeMail } from "@/lib/domain/mail/write";
import { notifyOfPayout } from "./payout-store";

type Told = Parameters<typeof notifyOfPayout>[1];

/**
 * Tells the recipient what became of a payout by a message; how it ended also in the application, unless they switched
 * that off. That it failed is always shown, because they have to do something.
 */
export async function announcePayout(
  tx: Tx,
  payout: Told,
  state: "on_the_way" | "paid" | "failed",
  at: Date,
): Promise<void> {
  const { id, userId } = payout;
  const kind = `payout_${state}` as const;
  await writeMail(tx, { kind, cause: id, userId, at });
  if (state === "on_the_way") return;
  const { inApp } = await choiceOf(tx, userId, kind);
  if (inApp || state === "failed") await notifyOfPayout(tx, payout, state, at);
}
