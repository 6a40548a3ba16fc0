import type { Db } from "@/db/client";
import { insertAuditEntry } from "./audit-store";
import { selectDonationsTo } from "./donation-store";
import { selectHoldsOf } from "./holds-store";
import { selectPayeesOf } from "./money-store";
import { KINDS } from "./payment-kinds";
import { findPerson, selectRequestsOf } from "./people-store";
import { selectAgreementsOf } from "./subscription-store";
import { type Operator, type PaymentRecord, Refusal } from "./types";

const SHOWN = 20;

/** An account, and the newest of what belongs to it. */
export type PersonFound = Awaited<ReturnType<typeof lookUpPerson>>;

/**
 * An account with its newest requests and payments, by username, e-mail address or id. It shows private data, so the
 * audit records the lookup, but not the text that was searched for. Cents.
 * @throws Refusal when there is none
 */
export async function lookUpPerson(db: Db, operator: Operator, reference: string) {
  const person = await findPerson(db, reference);
  if (!person) throw new Refusal("Nobody has that username, e-mail address or id.");
  await insertAuditEntry(db, operator, { action: "look_up_person", subject: "person", subjectId: person.id });
  const [requests, subscriptions, received, payees, holds, ...paid] = await Promise.all([
    selectRequestsOf(db, person.id, SHOWN),
    selectAgreementsOf(db, person.id, SHOWN),
    selectDonationsTo(db, person.id, SHOWN),
    selectPayeesOf(db, person.id),
    selectHoldsOf(db, person.id),
    ...Object.values(KINDS).map(({ paidBy }) => paidBy(db, person.id, SHOWN)),
  ]);
  return { person, requests, subscriptions, received, payees, holds, paid: newest(paid.flat()) };
}

function newest(payments: PaymentRecord[]): PaymentRecord[] {
  return payments.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).slice(0, SHOWN);
}
