import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { holds } from "@/db/schema";

type Subjects = { userId: PgColumn | SQL; requestId: PgColumn | SQL; donationId: PgColumn | SQL };

/**
 * The condition that money is held at a time: by a hold of its recipient, its request or the donation itself
 * (payouts.md, Tables).
 */
export function isHeld({ userId, requestId, donationId }: Subjects, at: Date): SQL {
  return sql`exists (
    select from ${holds} h
    where h.lifted_at is null and (h.ends_at is null or h.ends_at > ${at.toISOString()}::timestamptz)
      and (h.user_id = ${userId} or h.request_id = ${requestId} or h.donation_id = ${donationId}))`;
}
