import type { Tx } from "@/db/client";
import type { HoldCause } from "@/lib/ground/vocabulary";
import { insertHold, liftOpen, liftOver } from "./store";
import type { HoldSubject, NewHold } from "./types";

/** Places a hold. One that is open for the same subject and cause stays, with the later end. */
export async function placeHold(tx: Tx, hold: NewHold): Promise<void> {
  await insertHold(tx, hold);
}

/**
 * Lifts the hold of a subject and cause whose time has run out. It is not extended and stands in no other's way: it
 * would look as if it had held all the time since.
 */
export async function liftEnded(
  tx: Tx,
  ended: { subject: HoldSubject; cause: HoldCause; at: Date },
): Promise<void> {
  await liftOver(tx, ended);
}

/** Lifts the open hold of a subject and cause. Returns whether there was one. */
export async function liftHold(
  tx: Tx,
  lift: { subject: HoldSubject; cause: HoldCause; at: Date; by?: string | null },
): Promise<boolean> {
  return (await liftOpen(tx, lift)) > 0;
}
