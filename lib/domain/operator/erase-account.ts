import { closeAccounts } from "@/lib/domain/payouts/close-accounts";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { erasePerson } from "@/lib/domain/privacy/erase-person";
import { endAtProvider } from "@/lib/domain/subscriptions/end-at-provider";
import { listDemoPeople } from "@/lib/domain/users/queries";
import { now } from "@/lib/ground/clock";
import { AppError, type ErrorCode } from "@/lib/ground/errors";
import { insertAuditEntry } from "./audit-store";
import { assertNotOwn } from "./operators";
import { requirePerson } from "./people-store";
import { type Operator, Refusal } from "./types";

type Input = {
  /** Username, e-mail address or id. */
  reference: string;
  reason: string;
};

/**
 * Erases an account for good, as its owner can do: for somebody who asks for it and cannot sign in. Agreements are
 * ended at the provider, now or when it can be reached.
 * @throws Refusal when there is no such account, it is the operator's own, it was erased already, or `erasePerson`
 * refuses
 */
export async function eraseAccountOf(
  context: PayoutContext,
  operator: Operator,
  { reference, reason }: Input,
): Promise<{ personId: string }> {
  const person = await requirePerson(context.db, reference);
  const { id: personId } = person;
  assertNotOwn(operator, [personId]);
  if (!(await eraseAudited(context, operator, { personId, reason }))) {
    throw new Refusal("This account was erased already.");
  }
  return { personId };
}

/**
 * Erases every demo person (D41), as they could do themselves. Their requests are deleted; those with donations stay in
 * the books without text, and their own donations stay as a deleted user's.
 */
export async function eraseDemoPeople(
  context: PayoutContext,
  operator: Operator,
): Promise<{ erased: number }> {
  const reason = "demo people are removed";
  let erased = 0;
  const people = await listDemoPeople(context.db);
  assertNotOwn(operator, people);
  for (const personId of people) {
    if (await eraseAudited(context, operator, { personId, reason })) erased += 1;
  }
  return { erased };
}

/** Erases an account and writes the audit entry; false if it was erased already. */
async function eraseAudited(
  context: PayoutContext,
  operator: Operator,
  { personId, reason }: { personId: string; reason: string },
): Promise<boolean> {
  const erased = await context.db.transaction(async (tx) => {
    if (!(await erasePerson(tx, personId, now()).catch(refuse))) return false;
    await insertAuditEntry(tx, operator, {
      action: "erase_person",
      subject: "person",
      subjectId: personId,
      before: { erased: false },
      after: { erased: true },
      reason,
    });
    return true;
  });
  if (!erased) return false;
  await endAtProvider(context, personId);
  await closeAccounts(context, personId);
  return true;
}

const REFUSALS: Partial<Record<ErrorCode, string>> = {
  ACCOUNT_CONTESTED: "Two people claim this account: decide that first.",
  OBJECTION_OPEN: "The address of this account changed: the other one can still object, for 7 days at most.",
  MONEY_OWED: "Money is owed to this person: it has to be paid out or given back first.",
};

function refuse(error: unknown): never {
  const text = error instanceof AppError && REFUSALS[error.code];
  throw text ? new Refusal(text) : error;
}
