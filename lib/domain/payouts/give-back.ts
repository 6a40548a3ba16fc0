import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { orderRefunds } from "./ageing-store";
import type { PayoutContext } from "./types";

/**
 * Gives everything back to its donors that a person received and that is not on its way to their bank (payouts.md,
 * Erasure). Reconciliation makes the refunds, fees included, and takes back what was moved to the person's account.
 * Returns how much of what they received goes back, in cents.
 */
export async function giveBack(
  { db }: PayoutContext,
  { id }: Pick<Viewer, "id">,
): Promise<{ givenBack: number }> {
  return { givenBack: await orderRefunds(db, id, { reason: "given_back", moved: true, at: now() }) };
}
