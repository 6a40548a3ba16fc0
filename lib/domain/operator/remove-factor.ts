import type { Db } from "@/db/client";
import { payoutsHeldFrom } from "@/lib/domain/accounts/rules";
import { lockHolders, updateAccess } from "@/lib/domain/accounts/store";
import { NOWHERE } from "@/lib/domain/accounts/types";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { notifyOfChange } from "@/lib/domain/security/notify-of-change";
import { hasSecondFactor } from "@/lib/domain/security/queries";
import { deleteFactor } from "@/lib/domain/security/store";
import { endSessionsOf } from "@/lib/domain/sessions/end-session";
import { now } from "@/lib/ground/clock";
import { insertAuditEntry } from "./audit-store";
import { requirePerson } from "./people-store";
import { type Operator, Refusal } from "./types";

/** @throws Refusal when there is no such person or no second factor */
export async function requireFactor(db: Db, reference: string): Promise<{ id: string }> {
  const { id } = await requirePerson(db, reference);
  if (!(await hasSecondFactor(db, id))) throw new Refusal("This person has no second factor.", "unknown");
  return { id };
}

/**
 * Switches off the second factor of somebody who lost it together with the recovery codes, so that the password is
 * enough again. It may not be the owner who asked: all sessions end, payouts are held for 7 days, and the owner is
 * notified as of any change.
 * @throws Refusal when there is no such person or no second factor
 */
export async function removeFactorOf(
  { db }: Pick<PayoutContext, "db">,
  operator: Operator,
  { reference, reason }: { reference: string; reason: string },
): Promise<{ personId: string }> {
  const at = now();
  return db.transaction(async (tx) => {
    const { id: userId } = await requireFactor(tx, reference);
    const [account] = await lockHolders(tx, { userId });
    await deleteFactor(tx, userId);
    const payoutsHeldUntil = payoutsHeldFrom(at, account?.payoutsHeldUntil ?? null);
    await updateAccess(tx, userId, { payoutsHeldUntil }, at);
    await endSessionsOf(tx, userId);
    await notifyOfChange(tx, userId, { kind: "second_factor_changed", change: "off" }, { from: NOWHERE, at });
    await insertAuditEntry(tx, operator, {
      action: "remove_factor",
      subject: "person",
      subjectId: userId,
      before: { secondFactor: true },
      after: { secondFactor: false },
      reason,
    });
    return { personId: userId };
  });
}
