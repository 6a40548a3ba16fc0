import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { holds, payeeAccounts, users } from "@/db/schema";
import { timestamptz } from "@/db/statement";

type Subjects = Record<"userId" | "accountId" | "requestId" | "donationId", PgColumn | SQL>;

/** Any account of the person, where it is not known to which one money goes. */
export const ANY_ACCOUNT = sql`h.account_id`;

/**
 * The condition that money is held at a time: by a hold of its recipient, of the account that it goes to, of its
 * request or of the donation itself (payouts.md, Tables). Three conditions, because the holds that run are looked up by
 * an index for a row, and hashed once for a million rows: an `or` within one lookup allows neither.
 */
export function isHeld({ userId, accountId, requestId, donationId }: Subjects, at: Date): SQL {
  const held = (by: SQL) => sql`exists (
    select from ${holds} h
    where h.lifted_at is null and (h.ends_at is null or h.ends_at > ${timestamptz(at)}) and ${by})`;
  const isToAccount = sql`(h.account_id is null or h.account_id = ${accountId})`;
  return sql`(${held(sql`h.user_id = ${userId} and ${isToAccount}`)}
    or ${held(sql`h.request_id = ${requestId}`)} or ${held(sql`h.donation_id = ${donationId}`)})`;
}

/** How the person in a row of `users` can be paid, for `wayOf` (trust 46). */
export const ways = {
  method: users.paymentMethod,
  hasAddress: sql<boolean>`${users.paypalEmail} is not null`,
  isBankReady: sql<boolean>`exists (
    select from ${payeeAccounts} a
    where a.user_id = ${users}.id and a.provider = 'stripe' and a.closed_at is null
      and a.transfers = 'active' and a.payouts = 'active')`,
};

/** The condition that the person in a row of `users` can be paid: `wayOf` in SQL. */
export function canBePaid(walletPays: boolean): SQL {
  return sql`(${ways.isBankReady} or ${walletPays} and ${users}.payment_method is not distinct from 'paypal'
    and ${users}.paypal_email is not null)`;
}
