import type { Db } from "@/db/client";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { removeLostFactor } from "@/lib/domain/security/change-second-factor";
import { hasSecondFactor } from "@/lib/domain/security/queries";
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
 * Lets somebody in again who lost their second factor (C296): their sessions end, payouts are held for 7 days, and they
 * are notified as of any change.
 * @throws Refusal when there is no such person or no second factor
 */
export async function removeFactorOf(
  { db }: Pick<PayoutContext, "db">,
  operator: Operator,
  { reference, reason }: { reference: string; reason: string },
): Promise<{ personId: string }> {
  return db.transaction(async (tx) => {
    const { id } = await requireFactor(tx, reference);
    await removeLostFactor(tx, id);
    await insertAuditEntry(tx, operator, {
      action: "remove_factor",
      subject: "person",
      subjectId: id,
      before: { secondFactor: true },
      after: { secondFactor: false },
      reason,
    });
    return { personId: id };
  });
}
