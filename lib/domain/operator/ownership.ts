import type { Tx } from "@/db/client";
import { settleContest } from "@/lib/domain/accounts/undo-email";
import { closeAccounts } from "@/lib/domain/payouts/close-accounts";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { insertAuditEntry } from "./audit-store";
import { assertNotOwn } from "./operators";
import { lockContested } from "./ownership-store";
import { findPerson } from "./people-store";
import type { Order } from "./schema";
import { type Operator, Refusal } from "./types";

/** The account that is decided about, locked. @throws Refusal when nobody contests it, or it is contested anew */
export async function requireContested(
  tx: Tx,
  { reference, since }: Pick<Order<"decide_ownership">, "reference" | "since">,
) {
  const person = await findPerson(tx, reference);
  const contested = person && (await lockContested(tx, person.id));
  const present = contested?.since.toISOString();
  if (!contested || (since ?? present) !== present)
    throw new Refusal("Nobody contests an account of that username, e-mail address or id.");
  return contested;
}

/**
 * Gives a contested account to one of its two addresses (D52, C319): everything that was added to it is cleared, and
 * that address gets a link for a new password. No money moves for another seven days.
 * @throws Refusal as `requireContested`, and when another account proved the address meanwhile
 */
export async function decideOwnership(
  context: PayoutContext,
  operator: Operator,
  { to, reason, ...meant }: Order<"decide_ownership">,
): Promise<{ personId: string }> {
  const personId = await context.db.transaction(async (tx) => {
    const { id: userId, oldAddress, newAddress } = await requireContested(tx, meant);
    assertNotOwn(operator, [userId]);
    const address = to === "old" ? oldAddress : newAddress;
    await settleContest(tx, { userId, address, by: operator.name, at: now() }).catch(refuseTaken);
    await insertAuditEntry(tx, operator, {
      action: "decide_ownership",
      subject: "person",
      subjectId: userId,
      before: { contested: true },
      // Nobody else could be asked (C319).
      after: { contested: false, to, ...(operator.approval === undefined && { alone: true }) },
      reason,
    });
    return userId;
  });
  await closeAccounts(context, personId);
  return { personId };
}

function refuseTaken(error: unknown): never {
  const isTaken = error instanceof AppError && error.code === "EMAIL_EXISTS";
  throw isTaken
    ? new Refusal("Another account has proved that address by now: decide for the other one.")
    : error;
}
