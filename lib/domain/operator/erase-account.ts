import { now } from "@/lib/clock";
import type { PaymentContext } from "@/lib/domain/donations/types";
import { erasePerson } from "@/lib/domain/privacy/erase-person";
import { endAtProvider } from "@/lib/domain/subscriptions/end-at-provider";
import { insertAuditEntry } from "./audit-store";
import { findPerson } from "./people-store";
import { type Operator, Refusal } from "./types";

type Order = {
  /** Username, e-mail address or id. */
  reference: string;
  reason: string;
};

/**
 * Erases somebody's account for good, as they can do themself: for who asks for it and cannot sign in. Subscriptions end at the provider, now or
 * when it can be reached.
 * @throws Refusal when there is no such account, or it was erased already
 */
export async function eraseAccountOf(
  context: PaymentContext,
  operator: Operator,
  { reference, reason }: Order,
): Promise<{ personId: string }> {
  const person = await findPerson(context.db, reference);
  if (!person) throw new Refusal("Nobody has that username, e-mail address or id.");
  const { id: personId } = person;
  await context.db.transaction(async (tx) => {
    if (!(await erasePerson(tx, personId, now()))) throw new Refusal("This account was erased already.");
    await insertAuditEntry(tx, operator, {
      action: "erase_person",
      subject: "person",
      subjectId: personId,
      before: { erased: false },
      after: { erased: true },
      reason,
    });
  });
  await endAtProvider(context, personId);
  return { personId };
}
