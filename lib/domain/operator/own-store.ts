import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/**
 * What concerns an operator is left out of every list that they read (safety.md, The office). `reader` is their id; the
 * command line has none and lists everything, as who has the server can read the database too.
 */
export type Reader = { reader?: string | undefined };

type Column = PgColumn | SQL;

/** None of these people is the reader. */
export function notOf(reader: string | undefined, ...people: Column[]): SQL | undefined {
  if (reader === undefined) return undefined;
  return sql`(${sql.join(
    people.map((person) => sql`${person} is distinct from ${reader}::uuid`),
    sql` and `,
  )})`;
}

/** It is no donation from or to the reader. */
export function notOwnDonation(reader: string | undefined, donationId: Column): SQL | undefined {
  if (reader === undefined) return undefined;
  return sql`not exists (select from donations od where od.id = ${donationId}
    and ${reader}::uuid in (od.donor_id, od.recipient_id))`;
}

/** The reader has no report of this subject that waits: who reported does not decide. */
export function notReportedBy(reader: string | undefined, subjectId: Column): SQL | undefined {
  if (reader === undefined) return undefined;
  return sql`not exists (select from reports o where o.subject_id = ${subjectId} and o.decided_at is null
    and o.reporter_id = ${reader}::uuid)`;
}

/** It is no message that the reader received with a donation. */
export function notReceivedBy(reader: string | undefined, noteId: Column): SQL | undefined {
  if (reader === undefined) return undefined;
  return sql`not exists (select from donation_notes o join donations d on d.id = o.donation_id
    where o.id = ${noteId} and d.recipient_id = ${reader}::uuid)`;
}

/** The ids of all that is a person's: what they asked for, gave, received and bought, and what was done about it. */
const idsOf = (person: string) => {
  const given = sql`select id from donations where donor_id = ${person} or recipient_id = ${person}`;
  return sql`select ${person}::uuid as id
    union all select id from requests where user_id = ${person}
    union all select id from posts where user_id = ${person}
    union all ${given}
    union all select id from donation_returns where donation_id in (${given})
    union all select id from donation_notes where donation_id in (${given})
    union all select id from boost_purchases where user_id = ${person}
    union all select id from subscriptions where user_id = ${person}
    union all select id from subscription_payments where user_id = ${person}
    union all select id from mails where user_id = ${person}
    union all select id from payee_accounts where user_id = ${person}
    union all select id from transfers where user_id = ${person} or donation_id in (${given})
    union all select r.id from transfer_returns r join transfers t on t.id = r.transfer_id
      where t.user_id = ${person} or t.donation_id in (${given})
    union all select id from payouts where user_id = ${person}
    union all select id from holds where user_id = ${person} or donation_id in (${given})
      or request_id in (select id from requests where user_id = ${person})
    union all select id from reports where person_id = ${person} or reporter_id = ${person}
    union all select id from decisions where person_id = ${person}
      or id in (select decision_id from reports where reporter_id = ${person})
      or subject_id in (select subject_id from reports where reporter_id = ${person} and decided_at is null)
      or subject = 'message' and subject_id in (select id from donation_notes where donation_id in (${given}))`;
};

/**
 * The message was caused by nothing of the reader's: those that donors and reporters get would name them. A cause is an
 * id, or has it before or after another word.
 */
export function notAboutOwn(reader: string | undefined, cause: Column): SQL | undefined {
  if (reader === undefined) return undefined;
  const own = sql`select own.id::text from (${idsOf(reader)}) own`;
  return sql`(split_part(${cause}, ' ', 1) not in (${own}) and split_part(${cause}, ' ', 2) not in (${own}))`;
}

/** What waits for a second operator and concerns a person: it is about them, or about something of theirs. */
const waitingOf = (person: string) => sql`select a.id from approvals a
  where a.person_id = ${person} or exists (
    select from jsonb_each_text(a.input) v where v.value in (select own.id::text from (${idsOf(person)}) own)
      or v.value in (select o.subject_id::text from reports o where o.reporter_id = ${person} and o.decided_at is null))`;

/** It is nothing of the reader's and nothing that they reported; what is about nothing in particular is nobody's. */
export function notOwn(reader: string | undefined, id: Column): SQL | undefined {
  if (reader === undefined) return undefined;
  return sql`(${id} is null or ${id} not in (${idsOf(reader)} union all ${waitingOf(reader)}
    union all select subject_id from reports where reporter_id = ${reader}))`;
}

/** It is no approval that concerns the reader. */
export function notOwnWaiting(reader: string | undefined, id: Column): SQL | undefined {
  if (reader === undefined) return undefined;
  return sql`${id} not in (${waitingOf(reader)})`;
}
