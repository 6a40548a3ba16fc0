import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { donations, requests } from "@/db/schema";

/** How many of a person's latest donations are read. */
const DONATIONS_READ = 200;

type HelpedRow = {
  /** How many people the read donations went to, and whether there are donations that were not read. */
  people: number;
  isMore: boolean;
  id: string | null;
  item: string;
  photoUrl: string | null;
  donations: number;
};

/**
 * The requests that a person's latest donations went to, newest first, of those that are still shown, with how many of
 * these donations each got. Donations that went back are left out. One row with a null id when none is shown.
 */
export async function selectHelped(db: Db, donorId: string, limit: number): Promise<HelpedRow[]> {
  return db.execute<HelpedRow>(sql`
    with latest as (
      select request_id, recipient_id, created_at, credited_at is not null and payment_status = 'completed' as is_credited
      from ${donations} where donor_id = ${donorId}
      order by created_at desc nulls last
      limit ${DONATIONS_READ}
    ),
    given as (
      select request_id, max(created_at) as last, count(*)::int as donations from latest where is_credited group by request_id
    )
    select summary.people, summary."isMore", shown.id, shown.item, shown.photo_url as "photoUrl", shown.donations
    from (
      select count(distinct recipient_id) filter (where is_credited)::int as people, count(*) = ${DONATIONS_READ} as "isMore"
      from latest
    ) summary
    left join (
      select r.id, r.item, r.photo_url, given.donations, given.last
      from given join ${requests} r on r.id = given.request_id
      where r.is_active and r.deleted_at is null
      order by given.last desc
      limit ${limit}
    ) shown on true
    order by shown.last desc nulls last`);
}
