import { settleContest } from "@/lib/domain/accounts/undo-email";
import { closeAccounts } from "@/lib/domain/payouts/close-accounts";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { now } from "@/lib/ground/clock";
import { insertAuditEntry } from "./audit-store";
import { assertNotOwn } from "./operators";
import { lockContested } from "./ownership-store";
import { findPerson } from "./people-store";
import { type Operator, Refusal } from "./types";

type Decision = {
  /** Username, e-mail address or id. */
  reference: string;
  /** The address that an undo restored, or the one that it replaced. */
  to: "old" | "new";
  reason: string;
};

/**
 * Gives a contested account to one of its two addresses (D52): everything that was added to it is cleared, and that
 * address gets a link for a new password. No money moves for another seven days.
 * @throws Refusal when nobody contests the account
 * @throws AppError EMAIL_EXISTS when another account proved the address meanwhile
 */
export async function decideOwnership(
  context: PayoutContext,
  operator: Operator,
  { reference, to, reason }: Decision,
): Promise<{ personId: string }> {
  const personId = await context.db.transaction(async (tx) => {
    const person = await findPerson(tx, reference);
    const contested = person && (await lockContested(tx, person.id));
    if (!contested) throw new Refusal("Nobody contests an account of that username, e-mail address or id.");
    assertNotOwn(operator, [contested.id]);
    const { id: userId, oldAddress, newAddress } = contested;
    const address = to === "old" ? oldAddress : newAddress;
    await settleContest(tx, { userId, address, by: operator.name, at: now() });
    await insertAuditEntry(tx, operator, {
      action: "decide_ownership",
      subject: "person",
      subjectId: userId,
      before: { contested: true },
      after: { contested: false, to },
      reason,
    });
    return userId;
  });
  await closeAccounts(context, personId);
  return { personId };
}
