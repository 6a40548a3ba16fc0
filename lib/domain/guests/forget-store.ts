import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { donations, guests } from "@/db/schema";
import { REVIEW_DAYS } from "@/lib/domain/payments/rules";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";

/** How long after a donation is final the address of its guest is kept, in milliseconds. */
const GUEST_KEPT = 30 * DAY;

/** How many guests are forgotten by one statement. */
const BATCH = 500;

/**
 * Deletes address and name of guests whose donation has been final for 30 days: it failed or went back, or it is in the
 * recipient's bank and no provider is asked about it any more.
 */
export async function forgetOldGuests(db: Db): Promise<void> {
  const at = now();
  const before = sql`${new Date(at.getTime() - GUEST_KEPT).toISOString()}::timestamptz`;
  await db.execute(sql`
    update ${guests} set email = null, name = null, forgotten_at = ${at.toISOString()}::timestamptz
    where id in (
      select g.id from ${guests} g join ${donations} d on d.guest_id = g.id
      where g.forgotten_at is null and g.created_at < ${before} and case d.payment_status
        when 'failed' then true
        when 'refunded' then d.refunded_at < ${before}
        when 'completed' then d.check_at is null and not d.is_owed and d.settled_at < ${before} - make_interval(days => ${REVIEW_DAYS}::int)
        else false end
      limit ${BATCH})`);
}
