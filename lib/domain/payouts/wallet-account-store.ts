import { and, eq, gt, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { donations, payeeAccounts, users } from "@/db/schema";
import type { Batch } from "./once-each";

/**
 * People who chose the wallet and are owed something without an open account of their address, or to whom nobody can
 * give: while that is so nothing becomes owed, and only the answer about an account ends it. By id after one.
 */
export async function selectWaiting(db: Db, { after, limit }: Batch): Promise<{ id: string }[]> {
  const isOwed = sql`exists (select from ${donations} d where d.recipient_id = ${users.id} and d.is_owed)`;
  const isOpen = sql`exists (
    select from ${payeeAccounts} a
    where a.user_id = ${users.id} and a.provider = 'paypal' and a.closed_at is null
      and a.provider_account_id = a.id || ':' || ${users.paypalEmail})`;
  return db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.paymentMethod, "paypal"),
        isNotNull(users.paypalEmail),
        isNull(users.erasedAt),
        eq(users.isDemo, false),
        or(isNotNull(users.donationsPausedAt), sql`${isOwed} and not ${isOpen}`),
        after === null ? undefined : gt(users.id, after),
      ),
    )
    .orderBy(users.id)
    .limit(limit);
}
