import type { Db } from "@/db/client";
import { insertAuditEntry } from "./audit-store";
import { findPerson, selectGivenBy, selectReceivedBy, selectRequestsOf } from "./people-store";
import { type Operator, type OwnedPayment, type OwnedRequest, type PersonRecord, Refusal } from "./types";

const SHOWN = 20;

export type PersonFound = {
  person: PersonRecord;
  /** The newest of each. */
  requests: OwnedRequest[];
  given: OwnedPayment[];
  received: OwnedPayment[];
};

/**
 * An account with its newest requests and payments, by username, e-mail address or id. It shows what is nobody else's business, so the audit
 * notes that an operator looked; not why it was looked for by. Cents.
 * @throws Refusal when there is none
 */
export async function lookUpPerson(db: Db, operator: Operator, reference: string): Promise<PersonFound> {
  const person = await findPerson(db, reference);
  if (!person) throw new Refusal("Nobody has that username, e-mail address or id.");
  await insertAuditEntry(db, operator, { action: "look_up_person", subject: "person", subjectId: person.id });
  const [requests, given, received] = await Promise.all([
    selectRequestsOf(db, person.id, SHOWN),
    selectGivenBy(db, person.id, SHOWN),
    selectReceivedBy(db, person.id, SHOWN),
  ]);
  return { person, requests, given, received };
}
