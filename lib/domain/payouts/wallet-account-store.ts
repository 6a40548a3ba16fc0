import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { donations, payeeAccounts, users } from "@/db/schema";
import type { Batch } from "./once-each";

/** People who are owed something and chose the wallet, whose address has no open account, by id after one. */
export async function selectUnopened(db: Db, { after, limit }: Batch): Promise<{ id: string }[]> {
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
        isOwed,
        sql`not ${isOpen}`,
        after === null ? undefined : gt(users.id, after),
      ),
    )
    .orderBy(users.id)
    .limit(limit);
}
