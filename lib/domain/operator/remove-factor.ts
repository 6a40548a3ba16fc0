import type { Db } from "@/db/client";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { removeLostFactor } from "@/lib/domain/security/change-second-factor";
import { describeSecondFactor } from "@/lib/domain/security/queries";
import { insertAuditEntry } from "./audit-store";
import { requirePerson } from "./people-store";
import type { Order } from "./schema";
import { type Operator, Refusal } from "./types";

/**
 * The second factor that may be removed.
 * @throws Refusal when there is no such person, two people claim their account, or there is no such second factor
 */
export async function findFactor(
  db: Db,
  { reference, since }: Pick<Order<"remove_factor">, "reference" | "since">,
): Promise<{ personId: string; since: string }> {
  const { id: personId, contestedBy } = await requirePerson(db, reference);
  if (contestedBy !== null) throw new Refusal("Two people claim this account: decide that first.");
  const present = (await describeSecondFactor(db, personId)).since?.toISOString();
  if (!present || (since ?? present) !== present) {
    throw new Refusal("This person has no second factor, or another one by now.", "unknown");
  }
  return { personId, since: present };
}

/**
 * Lets somebody in again who lost their second factor (C296): their sessions end, payouts are held for 7 days, and they
 * are notified as of any change.
 * @throws Refusal as `findFactor`
 */
export async function removeFactorOf(
  { db }: Pick<PayoutContext, "db">,
  operator: Operator,
  { reason, ...input }: Order<"remove_factor">,
): Promise<{ personId: string }> {
  return db.transaction(async (tx) => {
    const { personId, since } = await findFactor(tx, input);
    if (!(await removeLostFactor(tx, personId, since))) throw new Refusal("It changed meanwhile.", "unknown");
    await insertAuditEntry(tx, operator, {
      action: "remove_factor",
      subject: "person",
      subjectId: personId,
      before: { secondFactor: true },
      after: { secondFactor: false },
      reason,
    });
    return { personId };
  });
}
