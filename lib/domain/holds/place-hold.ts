import type { Tx } from "@/db/client";
import type { HoldCause } from "@/lib/ground/vocabulary";
import { insertHold, liftOpen } from "./store";
import type { HoldSubject, NewHold } from "./types";

/** Places a hold. One that is open for the same subject and cause stays, with the later end. */
export async function placeHold(tx: Tx, hold: NewHold): Promise<void> {
  await insertHold(tx, hold);
}

/** Lifts the open hold of a subject and cause. Returns whether there was one. */
export async function liftHold(
  tx: Tx,
  lift: { subject: HoldSubject; cause: HoldCause; at: Date; by?: string | null },
): Promise<boolean> {
  return (await liftOpen(tx, lift)) > 0;
}
