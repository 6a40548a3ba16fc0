import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { holds } from "@/db/schema";

type Subjects = Record<"userId" | "accountId" | "requestId" | "donationId", PgColumn | SQL>;

/** Any account of the person, where it is not known to which one money goes. */
export const ANY_ACCOUNT = sql`h.account_id`;

/**
 * The condition that money is held at a time: by a hold of its recipient, of the account that it goes to, of its
 * request or of the donation itself (payouts.md, Tables).
 */
export function isHeld({ userId, accountId, requestId, donationId }: Subjects, at: Date): SQL {
  return sql`exists (
    select from ${holds} h
    where h.lifted_at is null and (h.ends_at is null or h.ends_at > ${at.toISOString()}::timestamptz)
      and (h.user_id = ${userId} and (h.account_id is null or h.account_id = ${accountId}) or h.request_id = ${requestId} or h.donation_id = ${donationId}))`;
}
