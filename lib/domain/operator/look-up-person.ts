import type { Db } from "@/db/client";
import { listSessions } from "@/lib/domain/sessions/queries";
import { allOf } from "@/lib/ground/all-of";
import type { PageRequest } from "@/lib/ground/paging";
import { insertAuditEntry } from "./audit-store";
import { selectDecisionsAbout } from "./decisions-store";
import { selectHoldsOf } from "./holds-store";
import { selectPayeesOf } from "./money-store";
import { assertNotOwn } from "./operators";
import { listOf } from "./pages-store";
import { selectDonationsTo, selectPaymentsBy } from "./payments-store";
import { requirePerson, selectRequestsOf } from "./people-store";
import { selectTimelineOf, type TimelineSource } from "./person-timeline-store";
import { selectAgreementsOf } from "./subscription-store";
import type { Operator } from "./types";

const SHOWN = 20;

const listTimeline = listOf(selectTimelineOf, ({ at, id }) => [at, id]);

/** An account, and the newest of what belongs to it. */
export type PersonFound = Awaited<ReturnType<typeof lookUpPerson>>;

/** A page of a person's timeline: all of it, or what came from one source. */
type TimelinePage = PageRequest & { source: TimelineSource | null };

/**
 * An account with its newest requests and payments, its sessions, decisions and timeline, by username, e-mail address
 * or id. It shows private data, so the audit records the lookup, but not the text that was searched for. Cents.
 * @throws Refusal when there is none, or it is the operator's own: it would show who was reported
 * @throws AppError VALIDATION_ERROR for a cursor of another list
 */
export async function lookUpPerson(
  db: Db,
  operator: Operator,
  reference: string,
  page: TimelinePage = { source: null, limit: SHOWN },
) {
  const person = await requirePerson(db, reference);
  assertNotOwn(operator, [person.id]);
  await insertAuditEntry(db, operator, { action: "look_up_person", subject: "person", subjectId: person.id });
  // What is between them and the operator would name who gave the operator anonymously.
  const list = { personId: person.id, limit: SHOWN, reader: operator.id };
  return allOf({
    person,
    requests: selectRequestsOf(db, person.id, SHOWN),
    subscriptions: selectAgreementsOf(db, person.id, SHOWN),
    received: selectDonationsTo(db, list),
    payees: selectPayeesOf(db, person.id),
    holds: selectHoldsOf(db, person.id, list),
    sessions: listSessions(db, person.id, null),
    decisions: selectDecisionsAbout(db, person.id, { reader: operator.id }),
    timeline: listTimeline(db, { ...page, person: person.id, reader: operator.id }),
    paid: selectPaymentsBy(db, list),
  });
}
