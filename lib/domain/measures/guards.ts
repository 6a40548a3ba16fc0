import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "@/db/client";
import { decisions, donationNotes, posts, requests, users } from "@/db/schema";
import { timestamptz } from "@/db/statement";
import type { SafetySubject } from "@/lib/ground/vocabulary";

/** What a decision is about, and whom it concerns: nobody with an account if a guest wrote it. */
type Decided = { subject: SafetySubject; subjectId: string; personId: string | null };

const isRunning = (at: Date) => sql`lifted_at is null and (until is null or until > ${timestamptz(at)})`;

/**
 * Brings a person's row and those of their requests, a message with a donation or a post, to what the decisions about
 * them say that run now (safety.md, Measures): everything that asks reads one column. Of a hidden person every request
 * is hidden; one whose donations were returned stays hidden.
 */
export async function projectMeasures(
  tx: Tx,
  { subject, subjectId, personId }: Decided,
  at: Date,
): Promise<void> {
  if (subject === "message" || subject === "post") {
    await tx.execute(sql`
      update ${subject === "post" ? posts : donationNotes} set hidden_at = (
        select min(starts_at) from ${decisions}
        where subject_id = ${subjectId}::uuid and measure = 'hidden' and ${isRunning(at)})
      where id = ${subjectId}::uuid`);
  } else if (personId !== null) await projectOnPerson(tx, personId, at);
}

/**
 * The requests first, because settlements lock a request before its people. Then the person, so that of two decisions
 * about them the second sees the first, and a request that was just created is seen: it may have to be hidden too.
 */
async function projectOnPerson(tx: Tx, personId: string, at: Date): Promise<void> {
  const running = sql`
    select measure, subject, subject_id, starts_at from ${decisions}
    where person_id = ${personId}::uuid and ${isRunning(at)}`;
  await projectOnRequests(tx, personId, running);
  await tx.execute(sql`select from ${users} where id = ${personId}::uuid for no key update`);
  await projectOnRequests(tx, personId, running);
  await tx.execute(sql`
    with running as (${running})
    update ${users} set
      suspended_at = (select min(starts_at) from running where measure = 'suspended'),
      hidden_at = (select min(starts_at) from running where measure = 'hidden' and subject = 'person')
    where id = ${personId}::uuid`);
}

/** Locks and changes only those requests of a person that are not as the running decisions say. */
async function projectOnRequests(tx: Tx, personId: string, running: SQL): Promise<void> {
  await tx.execute(sql`
    with running as (${running}), should as (
      select r.id,
        not exists (
          select from running where measure = 'hidden' and subject = 'person'
            or measure in ('hidden', 'returned') and subject_id = r.id
        ) as is_active,
        (select min(starts_at) from running
          where measure = 'giving_off' and (subject = 'person' or subject_id = r.id)) as giving_off_at
      from ${requests} r where r.user_id = ${personId}::uuid and r.deleted_at is null
    ), changed as (
      select r.id from ${requests} r join should on should.id = r.id
      where (r.is_active, r.giving_off_at) is distinct from (should.is_active, should.giving_off_at)
      order by r.id for no key update of r
    )
    update ${requests} r set is_active = should.is_active, giving_off_at = should.giving_off_at
    from should, changed
    where r.id = should.id and r.id = changed.id`);
}
