import type { Db } from "@/db/client";
import { listSessions } from "@/lib/domain/sessions/queries";
import type { PageRequest } from "@/lib/ground/paging";
import { insertAuditEntry } from "./audit-store";
import { selectDecisionsAbout } from "./decisions-store";
import { selectHoldsOf } from "./holds-store";
import { selectPayeesOf } from "./money-store";
import { assertNotOwn } from "./operators";
import { pageOf } from "./pages-store";
import { KINDS } from "./payment-kinds";
import { selectDonationsTo } from "./payment-records-store";
import { requirePerson, selectRequestsOf } from "./people-store";
import { selectTimelineOf, type TimelineSource } from "./person-timeline-store";
import { selectAgreementsOf } from "./subscription-store";
import type { Operator, PaymentRecord } from "./types";

const SHOWN = 20;

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
  { source, ...page }: TimelinePage = { source: null, limit: SHOWN },
) {
  const person = await requirePerson(db, reference);
  assertNotOwn(operator, [person.id]);
  await insertAuditEntry(db, operator, { action: "look_up_person", subject: "person", subjectId: person.id });
  // What is between them and the operator would name who gave the operator anonymously.
  const list = { personId: person.id, limit: SHOWN, reader: operator.id };
  const [requests, subscriptions, received, payees, holds, sessions, decisions, timeline, ...paid] =
    await Promise.all([
      selectRequestsOf(db, person.id, SHOWN),
      selectAgreementsOf(db, person.id, SHOWN),
      selectDonationsTo(db, list),
      selectPayeesOf(db, person.id),
      selectHoldsOf(db, person.id, list),
      listSessions(db, person.id, null),
      selectDecisionsAbout(db, person.id, { reader: operator.id }),
      pageOf(
        { ...page, reader: operator.id },
        (part) => selectTimelineOf(db, person.id, { source, ...part }),
        ({ at, id }) => [at, id],
      ),
      ...Object.values(KINDS).map(({ paidBy }) => paidBy(db, list)),
    ]);
  return {
    person,
    requests,
    subscriptions,
    received,
    payees,
    holds,
    sessions,
    decisions,
    timeline,
    paid: newest(paid.flat()),
  };
}

function newest(payments: PaymentRecord[]): PaymentRecord[] {
  return payments.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).slice(0, SHOWN);
}
